package bankroll.condition;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

class ReasonTest {
    @Test
    void shouldNameNoClassOfAFaultThatWasOnlyWrapped() {
        IOException full = new IOException("No space left on device");

        assertEquals("No space left on device", Reason.of(new UncheckedIOException(full)));
        assertEquals("x does not exist", Reason.of(new UncheckedIOException(new NoSuchFileException("x"))));
        assertEquals(
                "can't write x: No space left on device", Reason.of(new UncheckedIOException("can't write x", full)));
    }
}
