package bankroll.gateway.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.gateway.contract.kit.NeedsOwnService;
import bankroll.gateway.kill.Trial;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A disk that fills up: bookings are unavailable, reads go on, and bookings come back when there is room. */
@NeedsOwnService
class FullDiskTest {
    private static final int MIB = 1 << 20;
    private static final int DETAILS_BYTES = 60_000;

    @TempDir
    Path directory;

    @Test
    void shouldRefuseBookingsWhileTheDiskIsFullAndGoOnWhenThereIsRoom() throws Exception {
        Needs.root();
        Needs.tools("mount", "umount");
        try (Mount disk = Mount.tmpfs(directory.resolve("disk"), 64L * MIB);
                Trial trial = trial(disk)) {
            Path ballast = Files.write(disk.directory().resolve("ballast"), new byte[24 * MIB]);
            trial.start().load();
            trial.callers().awaitRefusal();
            readOn(trial);
            Files.delete(ballast);
            trial.callers().awaitMoreAnswers(10);
            trial.settle();
            trial.kill();
            trial.start();
        }
    }

    private Trial trial(Mount disk) {
        return new Trial(
                Trial.settings("always")
                        .set("journal.file-bytes", 17 * MIB)
                        .set("journal.low-water-bytes", 4 * MIB)
                        .set("snapshot.keep", 1),
                disk.directory().resolve("data"),
                1,
                DETAILS_BYTES);
    }

    private static void readOn(Trial trial) {
        assertEquals(
                "0", trial.service().operator().trialBalance("EUR").path("sum").asString());
        trial.service().wallet().lookUp("nothing").shouldBeProblem(404, "transaction_not_found");
    }
}
