package bankroll.gateway.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import bankroll.gateway.contract.kit.Launch;
import bankroll.gateway.contract.kit.NeedsOwnService;
import bankroll.gateway.contract.kit.ServiceSettings;
import bankroll.gateway.kill.Trial;
import bankroll.testkit.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that gets no more memory ends, and what it acknowledged is there. */
@NeedsOwnService
class MemoryLimitTest {
    private static final Path GROUPS = Path.of("/sys/fs/cgroup/memory");
    private static final int DETAILS_BYTES = 60_000;
    /** With more left for pages of files the process crawls for long before it ends. */
    private static final int MORE_BYTES = 2 << 20;

    private static final int ANSWERS = 20;
    private static final int KILLED = 128 + 9;

    @TempDir
    Path directory;

    /** The load needs more than the process has after its first answers. */
    @Test
    void shouldKeepWhatWasAcknowledgedWhenTheKernelKillsForMemory() throws Exception {
        Needs.root();
        Needs.file(GROUPS.resolve("memory.limit_in_bytes"));
        Path group = Files.createDirectory(
                GROUPS.resolve("bankroll-" + ProcessHandle.current().pid()));
        try (Trial trial = new Trial(Trial.settings("always"), directory.resolve("data"), 1, DETAILS_BYTES)) {
            trial.start(Launch.PLAIN.under(
                    "sh", "-c", "echo $$ >" + group.resolve("cgroup.procs") + "; exec \"$@\"", "sh"));
            trial.load();
            trial.callers().awaitAnswers(ANSWERS);
            Eventually.within(Duration.ofSeconds(20), "the limit is set", () -> isLimited(group));
            assertEquals(KILLED, trial.awaitEnd());
            trial.start().stop();
        } finally {
            Files.delete(group);
        }
    }

    /** While pages that the limit wants back are on their way to the disk, it is refused. */
    private static boolean isLimited(Path group) {
        try {
            Files.writeString(group.resolve("memory.limit_in_bytes"), Long.toString(resident(group) + MORE_BYTES));
            return true;
        } catch (IOException busy) {
            return false;
        }
    }

    private static long resident(Path group) throws IOException {
        return Files.readAllLines(group.resolve("memory.stat")).stream()
                .filter(line -> line.startsWith("rss "))
                .mapToLong(line -> Long.parseLong(line.substring("rss ".length())))
                .sum();
    }

    /** A heap that is too small for what is under way: 16 MB are enough for this load. */
    @Test
    void shouldKeepWhatWasAcknowledgedWhenTheHeapIsExhausted() throws InterruptedException {
        Needs.soak();
        // bounds that such a heap can hold: the start refuses it otherwise
        ServiceSettings small = Trial.settings("always")
                .set("platform.max-body-bytes", 1_000_000)
                .set("platform.request-memory-bytes", 4 << 20);
        try (Trial trial = new Trial(small, directory.resolve("data"), 1, DETAILS_BYTES)) {
            trial.start(Launch.PLAIN.flags("-Xmx11m")).load();
            assertNotEquals(0, trial.awaitEnd());
            trial.start().stop();
        }
    }
}
