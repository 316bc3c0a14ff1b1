package bankroll.gateway.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.ExitCode;
import bankroll.gateway.contract.kit.NeedsOwnService;
import bankroll.gateway.kill.Trial;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A disk that refuses a force: nothing more is acknowledged, the process ends at once, and a restart knows all. */
@NeedsOwnService
class DiskErrorsTest {
    @TempDir
    Path directory;

    @Test
    void shouldStopAtOnceWhenAForceFailsOnceAndForEver() throws InterruptedException {
        Strace.isNeeded();
        try (Trial trial = new Trial(Trial.settings("always"), directory.resolve("data"), 1)) {
            for (String when : new String[] {"when=1", "when=1+"}) {
                trial.start().load();
                trial.callers().awaitAnswers(5);
                endOfAFailingForce(trial, when);
            }
            trial.compareAtTheEnd();
        }
    }

    private static void endOfAFailingForce(Trial trial, String when) throws InterruptedException {
        long pid = trial.process().process().pid();
        try (Strace strace = Strace.at(pid, false, "fdatasync", "error=EIO:" + when)) {
            assertEquals(ExitCode.IO, trial.awaitEnd(), strace::toString);
        }
        String log = trial.process().logged();
        assertTrue(log.contains("nothing more can be acknowledged"), log);
    }
}
