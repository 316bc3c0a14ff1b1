package bankroll.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With which code a process ends that stops by itself: a supervisor decides by it whether to start it again. */
class FailStopTest {
    @Test
    void shouldBeStartedAgainAfterAFailedWrite() {
        assertEquals(ExitCode.IO, FailStop.exitCode(new UncheckedIOException(new IOException("no answer"))));
    }

    @Test
    void shouldBeStartedAgainAfterADefect() {
        assertEquals(ExitCode.IO, FailStop.exitCode(new IllegalStateException("books")));
    }

    @ParameterizedTest
    @ValueSource(ints = {ExitCode.TEMPORARY, ExitCode.UNAVAILABLE, ExitCode.IO})
    void shouldBeStartedAgainAfterWhatMayPass(int code) {
        assertEquals(ExitCode.IO, FailStop.exitCode(new ConditionException(code, "a disk", "a cure")));
    }

    @ParameterizedTest
    @ValueSource(ints = {ExitCode.DAMAGE, ExitCode.CONFIGURATION})
    void shouldNotBeStartedAgainAfterWhatOnlyAPersonCures(int code) {
        assertEquals(code, FailStop.exitCode(new ConditionException(code, "another journal", "a cure")));
    }
}
