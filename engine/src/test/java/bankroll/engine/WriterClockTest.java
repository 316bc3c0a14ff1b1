package bankroll.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WriterClockTest {
    private static final long DAY_MS = 86_400_000;

    private long wallMs = 20 * DAY_MS;
    private long passedNs = Long.MAX_VALUE - 5;

    @Test
    void shouldNeverGoBackAndSayWhenItStandsAndWhenItHasCaughtUp() {
        try (Logged logged = new Logged(WriterClock.class)) {
            WriterClock clock = clock(wallMs);
            List<Long> times = new ArrayList<>();
            times.add(clock.nowMs());
            for (long step : new long[] {5, -2 * DAY_MS, 10, 2 * DAY_MS - 10, 5}) {
                wallMs += step;
                passedNs += TimeUnit.MILLISECONDS.toNanos(Math.max(step, 0));
                times.add(clock.nowMs() - 20 * DAY_MS);
            }

            assertEquals(List.of(20 * DAY_MS, 5L, 5L, 5L, 5L, 10L), times);
            assertEquals(
                    List.of(
                            "WARN The clock is 172800000 ms behind the journal's latest entry; bookings keep that entry's"
                                    + " time until the clock has caught up. Check the host's time synchronisation.",
                            "INFO The clock has caught up with the journal."),
                    logged.lines());
        }
    }

    @Test
    void shouldSayThatTheClockSteppedForward() {
        try (Logged logged = new Logged(WriterClock.class)) {
            WriterClock clock = clock(wallMs);
            clock.nowMs();
            wallMs += DAY_MS;
            passedNs += TimeUnit.DAYS.toNanos(1);
            clock.nowMs();
            wallMs += 3 * DAY_MS + 7;
            passedNs += TimeUnit.MILLISECONDS.toNanos(7);

            assertEquals(wallMs, clock.nowMs());
            clock.nowMs();

            assertEquals(
                    List.of(
                            "WARN The clock stepped 259200000 ms forward; bookings carry its time. Check the host's time"
                                    + " synchronisation."),
                    logged.lines());
        }
    }

    @Test
    void shouldGoOnFromTheJournalsTimeWhenTheHostWokeUpInThePast() {
        try (Logged logged = new Logged(WriterClock.class)) {
            assertEquals(wallMs + DAY_MS, clock(wallMs + DAY_MS).nowMs());
            assertEquals(1, logged.lines().size());
        }
    }

    private WriterClock clock(long latestMs) {
        return new WriterClock(() -> wallMs, () -> passedNs, latestMs);
    }
}
