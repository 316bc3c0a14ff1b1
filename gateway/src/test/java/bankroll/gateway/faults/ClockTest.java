package bankroll.gateway.faults;

import bankroll.gateway.contract.kit.Launch;
import bankroll.gateway.contract.kit.NeedsOwnService;
import bankroll.gateway.contract.kit.ServiceSettings;
import bankroll.gateway.kill.Trial;
import bankroll.testkit.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A clock that jumps by days, under a running process and between two of them, loses nothing and stops nobody. A sample;
 * more jumps and answers with {@code -Psoak}.
 */
@NeedsOwnService
class ClockTest {
    private static final Path LIBRARY = Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1");
    private static final boolean SOAK = Boolean.getBoolean("soak");
    private static final int ANSWERS = SOAK ? 10 : 2;
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final int MONTH_S = 30 * 86_400;

    @TempDir
    Path directory;

    @Test
    void shouldOutliveClocksThatJumpByDays() throws Exception {
        Needs.file(LIBRARY);
        try (Trial trial = new Trial(settings(), directory.resolve("data"), 1)) {
            jump("+0d");
            trial.start(faked()).load();
            for (String offset : SOAK ? List.of("-2d", "+3d", "+0d") : List.of("-2d", "+3d")) {
                trial.callers().awaitMoreAnswers(ANSWERS);
                long words = wordsOfTheClock(trial);
                jump(offset);
                Eventually.within(LIMIT, "a word about " + offset, () -> wordsOfTheClock(trial) > words);
            }
            trial.callers().awaitMoreAnswers(ANSWERS);
            trial.kill();
            if (SOAK) {
                jump("-2d");
                trial.start(faked());
                trial.kill();
            }
            trial.start();
        }
    }

    /** A small step is followed and warned of, a large one is refused: both are told. */
    private static long wordsOfTheClock(Trial trial) {
        return trial.process()
                .logged()
                .lines()
                .filter(line -> line.contains("The clock ") || line.contains("the clock stepped"))
                .count();
    }

    /** Sessions and signatures live longer than the jumps. */
    private static ServiceSettings settings() {
        return Trial.settings("always")
                .set("platform.signature-tolerance-seconds", MONTH_S)
                .set("ledger.session-idle-seconds", MONTH_S)
                .set("ledger.session-max-age-seconds", MONTH_S);
    }

    /** Without the last of these the library lets each timed wait return at once, and a start takes 18 s of work. */
    private Launch faked() {
        return Launch.PLAIN.under(
                "env",
                "LD_PRELOAD=" + LIBRARY,
                "FAKETIME_TIMESTAMP_FILE=" + directory.resolve("offset"),
                "FAKETIME_CACHE_DURATION=1",
                "FAKETIME_DONT_FAKE_MONOTONIC=1",
                "FAKETIME_FORCE_MONOTONIC_FIX=0");
    }

    private void jump(String offset) throws IOException {
        Path next = Files.writeString(directory.resolve("next"), offset + "\n");
        Files.move(next, directory.resolve("offset"), StandardCopyOption.ATOMIC_MOVE);
    }
}
