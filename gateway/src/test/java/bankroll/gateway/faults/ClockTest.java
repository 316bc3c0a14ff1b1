package bankroll.gateway.faults;

import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.gateway.contract.kit.Launch;
import bankroll.gateway.contract.kit.NeedsOwnService;
import bankroll.gateway.contract.kit.ServiceSettings;
import bankroll.gateway.kill.Trial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A clock that jumps by days, under a running process and between two of them, loses nothing and stops nobody. The
 * library makes a process several times slower.
 */
@NeedsOwnService
class ClockTest {
    private static final Path LIBRARY = Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1");
    private static final int ANSWERS = 10;
    private static final int MONTH_S = 30 * 86_400;

    @TempDir
    Path directory;

    @Test
    void shouldOutliveClocksThatJumpByDays() throws Exception {
        Needs.soak();
        Needs.file(LIBRARY);
        try (Trial trial = new Trial(settings(), directory.resolve("data"), 1)) {
            jump("+0d");
            trial.start(faked()).load();
            for (String offset : new String[] {"-2d", "+3d", "+0d"}) {
                trial.callers().awaitMoreAnswers(ANSWERS);
                jump(offset);
            }
            trial.callers().awaitMoreAnswers(ANSWERS);
            trial.kill();
            assertTrue(trial.process().logged().contains("clock"), trial.process()::logged);
            jump("-2d");
            trial.start(faked());
            trial.kill();
            trial.start();
        }
    }

    /** Sessions and signatures live longer than the jumps. */
    private static ServiceSettings settings() {
        return Trial.settings("always")
                .set("platform.signature-tolerance-seconds", MONTH_S)
                .set("ledger.session-idle-seconds", MONTH_S)
                .set("ledger.session-max-age-seconds", MONTH_S);
    }

    private Launch faked() {
        return Launch.PLAIN.under(
                "env",
                "LD_PRELOAD=" + LIBRARY,
                "FAKETIME_TIMESTAMP_FILE=" + directory.resolve("offset"),
                "FAKETIME_CACHE_DURATION=1",
                "FAKETIME_DONT_FAKE_MONOTONIC=1");
    }

    private void jump(String offset) throws IOException {
        Path next = Files.writeString(directory.resolve("next"), offset + "\n");
        Files.move(next, directory.resolve("offset"), StandardCopyOption.ATOMIC_MOVE);
    }
}
