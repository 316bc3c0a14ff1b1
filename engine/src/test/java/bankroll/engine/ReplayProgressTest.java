package bankroll.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class ReplayProgressTest {
    private long nowNs = Long.MAX_VALUE - 1_000;

    @Test
    void shouldSayEveryTwoSecondsHowFarItIsHowFastAndHowLongItTakes() {
        try (Logged logged = new Logged(ReplayProgress.class)) {
            ReplayProgress progress = new ReplayProgress(1_025, 4_096, () -> nowNs);
            for (long sequence = 1_025; sequence <= 4_096; sequence++) {
                nowNs += 4_000_000;
                progress.at(sequence);
            }

            assertEquals(
                    List.of(
                            "INFO Recovering: entry 1536 of 4096 (37 %), 250 entries/s, 10 s left.",
                            "INFO Recovering: entry 2048 of 4096 (50 %), 250 entries/s, 8 s left.",
                            "INFO Recovering: entry 2560 of 4096 (62 %), 250 entries/s, 6 s left.",
                            "INFO Recovering: entry 3072 of 4096 (75 %), 250 entries/s, 4 s left.",
                            "INFO Recovering: entry 3584 of 4096 (87 %), 250 entries/s, 2 s left.",
                            "INFO Recovering: entry 4096 of 4096 (100 %), 250 entries/s, 0 s left."),
                    logged.lines());
        }
    }

    @Test
    void shouldReckonWithThePaceOfTheLastTwoSeconds() {
        try (Logged logged = new Logged(ReplayProgress.class)) {
            ReplayProgress progress = new ReplayProgress(1, 4_096, () -> nowNs);
            for (long sequence = 1; sequence <= 2_304; sequence++) {
                nowNs += sequence <= 2_048 ? 1_000_000 : 8_000_000;
                progress.at(sequence);
            }

            assertEquals(
                    List.of(
                            "INFO Recovering: entry 2048 of 4096 (50 %), 1000 entries/s, 2 s left.",
                            "INFO Recovering: entry 2304 of 4096 (56 %), 125 entries/s, 14 s left."),
                    logged.lines());
        }
    }
}
