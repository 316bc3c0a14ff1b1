package bankroll.condition;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
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

    /** As of a channel that was closed meanwhile: nobody could do anything with "null". */
    @Test
    void shouldNameTheClassOfAFailureWithoutWords() {
        assertEquals("java.io.EOFException", Reason.of(new EOFException()));
        assertEquals(
                "can't read x: java.io.EOFException",
                Reason.of(new UncheckedIOException("can't read x", new EOFException())));
    }

    /** Java's own words are the file's name alone. */
    @Test
    void shouldSayWhatIsWrongWithAFileOfWhichJavaSaysTheNameAlone() {
        assertEquals("x exists already", Reason.of(new FileAlreadyExistsException("x")));
        assertEquals("x is a directory with something in it", Reason.of(new DirectoryNotEmptyException("x")));
        assertEquals("x is no directory", Reason.of(new NotDirectoryException("x")));
        assertEquals("x: Not a directory", Reason.of(new FileSystemException("x", null, "Not a directory")));
        assertEquals(
                "java.nio.file.FileSystemLoopException: x",
                Reason.of(new FileSystemLoopException("x")),
                "the class says more than the name alone");
    }
}
