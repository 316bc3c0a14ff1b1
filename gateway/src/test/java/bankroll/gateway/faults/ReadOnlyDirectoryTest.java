package bankroll.gateway.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import bankroll.condition.ExitCode;
import bankroll.gateway.contract.kit.Launch;
import bankroll.gateway.contract.kit.NeedsOwnService;
import bankroll.gateway.contract.kit.ServiceProcess;
import bankroll.gateway.kill.Trial;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A directory that can't be written: the start is refused and names it. */
@NeedsOwnService
class ReadOnlyDirectoryTest {
    @TempDir
    Path directory;

    @Test
    void shouldRefuseToStartAndNameTheDirectory() throws Exception {
        Needs.root();
        Needs.tools("mount", "umount");
        Path source = Files.createDirectories(directory.resolve("source"));
        try (Mount readOnly = Mount.readOnly(source, directory.resolve("mounted"))) {
            ServiceProcess process = ServiceProcess.begin(Trial.settings("always"), readOnly.directory(), Launch.PLAIN);
            assertFalse(process.becomesReady());
            assertEquals(ExitCode.CONFIGURATION, process.awaitExit(), process::logged);
            assertTrue(process.logged().contains(readOnly.directory().toString()), process::logged);
        }
    }

    /** It was written once, and its disk came back read-only: no supervisor need try again. */
    @Test
    void shouldRefuseALedgerOnAReadOnlyDiskAndSayWhatHelps() throws Exception {
        Needs.root();
        Needs.tools("mount", "umount");
        Path source = directory.resolve("source");
        new Trial(Trial.settings("always"), source, 1).start().close();
        try (Mount readOnly = Mount.readOnly(source, directory.resolve("mounted"))) {
            ServiceProcess process = ServiceProcess.begin(Trial.settings("always"), readOnly.directory(), Launch.PLAIN);
            Path lock = readOnly.directory().resolve("journal").resolve("LOCK");

            assertEquals(ExitCode.CONFIGURATION, process.awaitExit(), process::logged);
            assertTrue(
                    process.logged()
                            .contains("can't be written: " + lock
                                    + ": Read-only file system; mount it writable, or give it to this user"),
                    process::logged);
        }
    }

    @Test
    void shouldRefuseALedgerThatIsAnotherUsersToWrite() throws Exception {
        assumeFalse("root".equals(System.getProperty("user.name")), "skipped: root may write everything");
        Path data = directory.resolve("data");
        new Trial(Trial.settings("always"), data, 1).start().close();
        Path lock = data.resolve("journal").resolve("LOCK");
        Files.setPosixFilePermissions(lock, PosixFilePermissions.fromString("r--------"));

        ServiceProcess process = ServiceProcess.begin(Trial.settings("always"), data, Launch.PLAIN);

        assertEquals(ExitCode.CONFIGURATION, process.awaitExit(), process::logged);
        assertTrue(
                process.logged()
                        .contains(
                                lock + " may not be read or written by this user; mount it writable, or give it to this"
                                        + " user"),
                process::logged);
    }
}
