package bankroll.gateway.faults;

import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.gateway.contract.kit.Launch;
import bankroll.gateway.contract.kit.NeedsOwnService;
import bankroll.gateway.kill.Trial;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * SIGKILL as a thread makes its n-th call of a kind: at each step of a start over what a killed process left, of a roll,
 * of a snapshot, of the books being written. A sample; with {@code -Psoak} every n, of a start and under load.
 */
@NeedsOwnService
class KilledAtSystemCallTest {
    private static final boolean SOAK = Boolean.getBoolean("soak");
    private static final int DETAILS_BYTES = 60_000;
    /** No start makes more of these calls on its main thread. */
    private static final int MOST_CALLS = 60;

    private static final int CALLS_UNDER_LOAD = Integer.getInteger("calls", 30);

    @TempDir
    Path directory;

    /** The main thread makes the calls of a start; each start finds what the killed one before it left. */
    @ParameterizedTest
    @MethodSource("callsOfAStart")
    void shouldStartAfterAStartThatWasKilledAtAnyCall(String call) throws InterruptedException {
        Strace.isNeeded();
        try (Trial trial = new Trial(Trial.settings("always"), directory.resolve("data"), 1)) {
            trial.start().load();
            trial.callers().awaitAnswers(3);
            trial.kill();
            int survived = killEach(trial, call);
            System.out.println("killed at " + call + " 1 to " + (survived - 1) + " of a start");
            trial.compareAtTheEnd();
        }
    }

    static List<String> callsOfAStart() {
        return SOAK ? List.of("fdatasync", "fsync", "ftruncate", "rename") : List.of("fsync");
    }

    /** The writer makes two lseek for each long frame: before its bytes and before the word that publishes it. */
    static List<String> callsUnderLoad() {
        return List.of("fdatasync", "fsync", "rename", "openat", "unlink", "lseek");
    }

    private static int killEach(Trial trial, String call) {
        for (int n = 1; n <= MOST_CALLS; n += SOAK ? 1 : 3) {
            boolean isReady = trial.tryToStart(killing(call, n));
            trial.process().kill();
            if (isReady) {
                return n;
            }
        }
        throw new AssertionError("more calls than " + MOST_CALLS);
    }

    private static Launch killing(String call, int n) {
        return Launch.PLAIN.under(
                "strace",
                "-D",
                "-f",
                "--seccomp-bpf",
                "-o",
                "/dev/null",
                "-e",
                "trace=" + call,
                "-e",
                "inject=" + call + ":signal=KILL:when=" + n);
    }

    /** Under load, with journal files that roll and snapshots every second. */
    @ParameterizedTest
    @MethodSource("callsUnderLoad")
    void shouldKeepWhatWasAcknowledgedWhenKilledAtACall(String call) throws InterruptedException {
        Needs.soak();
        Strace.isNeeded();
        try (Trial trial = new Trial(Trial.settings("always"), directory.resolve("data"), 1, DETAILS_BYTES)) {
            for (int n = 1; n <= CALLS_UNDER_LOAD; n++) {
                trial.start().load();
                trial.callers().awaitAnswers(1);
                killAt(trial, call, n);
            }
            trial.compareAtTheEnd();
        }
    }

    private static void killAt(Trial trial, String call, int n) throws InterruptedException {
        long pid = trial.process().process().pid();
        try (Strace strace = Strace.at(pid, false, call, "signal=KILL:when=" + n)) {
            int code = trial.awaitEnd();
            assertTrue(List.of(137, 9).contains(code), () -> strace + " ended it with " + code);
        }
    }
}
