package bankroll.gateway.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.ExitCode;
import bankroll.gateway.contract.kit.Launch;
import bankroll.gateway.contract.kit.NeedsOwnService;
import bankroll.gateway.contract.kit.ServiceProcess;
import bankroll.gateway.kill.Trial;
import java.nio.file.Files;
import java.nio.file.Path;
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
}
