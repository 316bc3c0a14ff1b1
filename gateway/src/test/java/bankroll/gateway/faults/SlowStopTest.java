package bankroll.gateway.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.gateway.contract.kit.NeedsOwnService;
import bankroll.gateway.contract.kit.ServiceProcess;
import bankroll.gateway.contract.kit.ServiceSettings;
import bankroll.gateway.contract.kit.ServiceUnderTest;
import bankroll.gateway.contract.kit.TestPlayer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A disk whose last force takes longer than a stop would like: it is slow, nothing has failed. */
@NeedsOwnService
class SlowStopTest {
    @TempDir
    Path data;

    @Test
    void shouldEndInOrderWhenTheLastForceTakesNineSeconds() {
        Needs.soak();
        Strace.isNeeded();
        ServiceSettings settings =
                new ServiceSettings().set("journal.sync", "interval=20").set("platform.deadline-ms", 30_000);
        try (ServiceProcess process = ServiceProcess.start(settings, data)) {
            ServiceUnderTest service = ServiceUnderTest.of(process);
            TestPlayer player = service.player("100");
            try (Strace slow = Strace.at(process.process().pid(), false, "fdatasync", "delay_enter=9000000")) {
                service.wallet().book(player.debit("1"));
                assertEquals(0, process.terminate(), process::logged);
            }
        }
    }
}
