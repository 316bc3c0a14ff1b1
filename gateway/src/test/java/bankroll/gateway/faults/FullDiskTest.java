package bankroll.gateway.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.gateway.cli.BankrollMain;
import bankroll.gateway.contract.kit.Item;
import bankroll.gateway.contract.kit.Launch;
import bankroll.gateway.contract.kit.NeedsOwnService;
import bankroll.gateway.contract.kit.ServiceProcess;
import bankroll.gateway.contract.kit.ServiceSettings;
import bankroll.gateway.contract.kit.ServiceUnderTest;
import bankroll.gateway.contract.kit.TestPlayer;
import bankroll.gateway.kill.Trial;
import bankroll.testkit.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A disk that fills up: bookings are unavailable, reads go on, and bookings come back when there is room. */
@NeedsOwnService
class FullDiskTest {
    private static final int MIB = 1 << 20;
    private static final int DETAILS_BYTES = 60_000;

    private static final Duration START_LIMIT = Duration.ofSeconds(60);

    @TempDir
    Path directory;

    private TestPlayer player;

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

    /** What the service's own bound is isn't known there, and needn't be. */
    @Test
    void shouldMakeALedgerOnADiskThatIsSmallerThanTheLowWaterMark() {
        Needs.root();
        Needs.tools("mount", "umount");
        // the first one of a process loads its native library from there, and would hold the disk
        assertEquals(0, init(directory.resolve("other")));
        try (Mount disk = Mount.tmpfs(directory.resolve("disk"), 96L * MIB)) {
            assertEquals(0, init(disk.directory().resolve("data")));
        }
    }

    @Test
    void shouldStartOnAFullDiskForReadingAndBookAsSoonAsThereIsRoom() throws Exception {
        Needs.root();
        Needs.tools("mount", "umount");
        try (Mount disk = Mount.tmpfs(directory.resolve("disk"), 96L * MIB)) {
            Path data = disk.directory().resolve("data");
            Item bet = bookAndKill(data);
            Path ballast = fill(disk, data);

            try (ServiceProcess process = ServiceProcess.begin(settings(), data, Launch.PLAIN)) {
                ServiceUnderTest service = ServiceUnderTest.of(process);
                Eventually.within(START_LIMIT, "it reads", () -> isReading(service));
                assertEquals("750", service.wallet().balanceOf(player.id()));
                assertEquals("ok", service.wallet().lookUp("bet-1").shouldBeOk().member("status"));
                service.wallet()
                        .transactions(bet)
                        .shouldBeProblem(503, "unavailable")
                        .shouldSayWhenToRetry();
                String status = service.operator().get("/status").shouldBeOk().text();
                assertTrue(status.contains("\"reason\":\"disk\""), status);
                assertTrue(process.logged().contains("this start only reads"), process::logged);

                Files.delete(ballast);
                Eventually.within(
                        START_LIMIT,
                        "it books",
                        () -> service.wallet().transactions(bet).status() == 200);
                service.wallet().book(bet).shouldBe("ok", "750");
                service.wallet().book(player.debit("10").id("bet-2")).shouldBe("ok", "740");
                assertEquals("740", service.wallet().balanceOf(player.id()));
                process.kill();
            }
            try (ServiceProcess process = ServiceProcess.start(settings(), data)) {
                ServiceUnderTest service = ServiceUnderTest.of(process);
                assertEquals("740", service.wallet().balanceOf(player.id()));
                service.wallet().book(bet).shouldBe("ok", "740");
                assertEquals(0, process.terminate(), process::logged);
            }
        }
    }

    private static int init(Path data) {
        return BankrollMain.commandLine().execute("init", data.toString());
    }

    private Item bookAndKill(Path data) {
        try (ServiceProcess process = ServiceProcess.start(settings(), data)) {
            ServiceUnderTest service = ServiceUnderTest.of(process);
            player = service.player("1000");
            Item bet = player.debit("250").id("bet-1");
            service.wallet().book(bet).shouldBe("ok", "750");
            process.kill();
            return bet;
        }
    }

    /** To the last byte, and without the reserve that a start would give back. */
    private static Path fill(Mount disk, Path data) throws IOException {
        try (Stream<Path> files = Files.walk(data)) {
            for (Path reserve : files.filter(path -> path.toString().contains(".precreated"))
                    .toList()) {
                Files.delete(reserve);
            }
        }
        Path ballast = disk.directory().resolve("ballast");
        assertThrows(IOException.class, () -> Files.write(ballast, new byte[96 * MIB]));
        return ballast;
    }

    private static boolean isReading(ServiceUnderTest service) {
        try {
            return service.operator().get("/trial-balance").status() == 200
                    && service.wallet().lookUp("nothing").status() == 404;
        } catch (UncheckedIOException notYetListening) {
            return false;
        }
    }

    private static ServiceSettings settings() {
        return Trial.settings("always")
                .set("journal.file-bytes", 17 * MIB)
                .set("journal.low-water-bytes", 1 * MIB)
                .set("snapshot.keep", 1);
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
