package bankroll.gateway.faults;

import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.ExitCode;
import bankroll.gateway.contract.kit.Launch;
import bankroll.gateway.contract.kit.NeedsOwnService;
import bankroll.gateway.kill.Trial;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The file system stops under load as when the power goes: the process ends by itself, and what it acknowledged is
 * there when the power is back. Debits are long, so that files roll. One cut of each file system; {@code -Dcuts=N} for
 * others, 20 with {@code -Psoak}.
 */
@NeedsOwnService
class PowerCutTest {
    private static final int CUTS = Integer.getInteger("cuts", Boolean.getBoolean("soak") ? 20 : 1);
    private static final long SEED = Long.getLong("seed", System.nanoTime());
    private static final int MOST_ANSWERS = 60;
    private static final int DETAILS_BYTES = 20_000;
    private static final long LONGEST_PAUSE_NS = 20_000_000;
    /** After so many the disk is made anew, before the journal fills it. */
    private static final int CUTS_OF_A_DISK = 5;

    private final Random random = new Random(SEED);

    /**
     * 128 + SIGABRT: a store into a mapped page that the disk no longer gives ends the JVM itself while that store is still
     * interpreted, soon after a start. Nothing was acknowledged then either, so it is an end like the other; any other fault
     * of the JVM is not.
     */
    private static final int JVM_FAULT = 134;

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"ext4", "xfs"})
    void shouldKeepWhatWasAcknowledgedThroughPowerCuts(String type) throws InterruptedException {
        LoopDisk.isNeeded(type);
        System.out.println("power cuts, " + type + ": -Dseed=" + SEED);
        for (int done = 0; done < CUTS; done += CUTS_OF_A_DISK) {
            try (LoopDisk disk = LoopDisk.make(type, directory.resolve(type + done + ".img"))) {
                cut(disk, Math.min(CUTS_OF_A_DISK, CUTS - done));
            }
            System.out.println(type + ": " + Math.min(CUTS, done + CUTS_OF_A_DISK) + " cuts");
        }
    }

    private void cut(LoopDisk disk, int times) throws InterruptedException {
        Path faults = directory.resolve("fault-of-the-jvm.log");
        Launch launch = Launch.PLAIN.flags("-XX:ErrorFile=" + faults);
        try (Trial trial = new Trial(
                Trial.settings("always").set("journal.low-water-bytes", 0),
                disk.directory().resolve("data"),
                random.nextLong(),
                DETAILS_BYTES)) {
            for (int i = 0; i < times; i++) {
                trial.start(launch).load();
                trial.callers().awaitAnswers(1 + random.nextInt(MOST_ANSWERS));
                LockSupport.parkNanos((long) (random.nextDouble() * LONGEST_PAUSE_NS));
                disk.cut();
                int exitCode = trial.awaitEnd();
                assertTrue(exitCode == ExitCode.IO || isLostPage(exitCode, faults), "exit code " + exitCode);
                disk.comeBack();
            }
            trial.start().stop();
        }
    }

    private static boolean isLostPage(int exitCode, Path faults) {
        try {
            return exitCode == JVM_FAULT
                    && Files.readString(faults, StandardCharsets.ISO_8859_1).contains("SIGBUS");
        } catch (IOException e) {
            throw new UncheckedIOException("the JVM left no report of its fault", e);
        }
    }
}
