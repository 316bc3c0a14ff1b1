package bankroll.gateway.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.ExitCode;
import bankroll.gateway.contract.kit.Launch;
import bankroll.gateway.contract.kit.NeedsOwnService;
import bankroll.gateway.contract.kit.ServiceProcess;
import bankroll.gateway.kill.Trial;
import bankroll.testkit.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** In a container every process is number 1: one that is alive keeps the other out, one that was killed does not. */
@NeedsOwnService
class SameProcessIdTest {
    private static final String[] CONTAINER = {"unshare", "--pid", "--fork", "--kill-child=KILL", "--mount-proc"};

    @TempDir
    Path directory;

    @Test
    void shouldStartAgainUnderTheNumberOfTheKilledProcessAndNotBesideALivingOne() throws Exception {
        Needs.root();
        Needs.tools("unshare");
        Needs.command("unshare", "--pid", "--fork", "--kill-child=KILL", "--mount-proc", "true");
        Launch asNumberOne = Launch.PLAIN.under(CONTAINER);
        try (Trial trial = new Trial(Trial.settings("always"), directory.resolve("data"), 1)) {
            trial.start(asNumberOne).load();
            trial.callers().awaitAnswers(10);
            refuseAnother(trial, asNumberOne);
            trial.kill();
            Eventually.within(Duration.ofSeconds(60), "the lock is free", () -> isFree(trial.data()));
            trial.start(asNumberOne);
        }
    }

    private static void refuseAnother(Trial trial, Launch launch) {
        ServiceProcess second = ServiceProcess.begin(Trial.settings("always"), trial.data(), launch);
        assertFalse(second.becomesReady());
        assertEquals(ExitCode.IN_USE, second.awaitExit(), second::logged);
        assertTrue(second.logged().contains("process 1"), second::logged);
    }

    /** The process that dies with its container does so a moment later. */
    private static boolean isFree(Path data) {
        try (FileChannel channel = FileChannel.open(data.resolve("journal/LOCK"), StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            return lock != null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
