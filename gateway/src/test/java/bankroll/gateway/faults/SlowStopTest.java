package bankroll.gateway.faults;

import bankroll.gateway.contract.kit.NeedsOwnService;
import bankroll.gateway.kill.Trial;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A disk whose last forces take seconds: it is slow, nothing has failed. */
@NeedsOwnService
class SlowStopTest {
    private static final int ANSWERS = 10;

    @TempDir
    Path directory;

    @Test
    void shouldEndInOrderWhenTheLastForcesTakeSixSeconds() throws InterruptedException {
        Needs.soak();
        Strace.isNeeded();
        try (Trial trial = new Trial(Trial.settings("interval=20"), directory.resolve("data"), 1).start()) {
            trial.load().callers().awaitAnswers(ANSWERS);
            long pid = trial.process().process().pid();
            try (Strace slow = Strace.at(pid, false, "fdatasync", "delay_enter=6000000:when=1")) {
                trial.callers().awaitMoreAnswers(ANSWERS);
                trial.stop();
            }
        }
    }
}
