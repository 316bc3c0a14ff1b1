package bankroll.engine;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.agrona.concurrent.NanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The writer's time: the wall clock, but never less than the latest time that was recorded. A clock that steps back is
 * reported and stands still until it has caught up; one that steps forward, against the time that really passed, is
 * reported too, because entries keep its time. One thread.
 */
final class WriterClock {
    private static final Logger LOG = LoggerFactory.getLogger(WriterClock.class);
    private static final long WORTH_A_WORD_MS = 1_000;

    private final LongSupplier wall;
    private final NanoClock passing;
    private long latestMs;
    private long wallBeforeMs;
    private long passedBeforeNs;
    private boolean behind;

    /**
     * Goes on from the latest time in the journal.
     *
     * @param wall milliseconds since the epoch; may step
     * @param passing nanoseconds from anywhere; never steps
     */
    WriterClock(LongSupplier wall, NanoClock passing, long latestMs) {
        this.wall = wall;
        this.passing = passing;
        this.latestMs = latestMs;
        this.wallBeforeMs = wall.getAsLong();
        this.passedBeforeNs = passing.nanoTime();
    }

    long nowMs() {
        long wallMs = wall.getAsLong();
        long passedNs = passing.nanoTime();
        reportStep(wallMs - wallBeforeMs, TimeUnit.NANOSECONDS.toMillis(passedNs - passedBeforeNs));
        wallBeforeMs = wallMs;
        passedBeforeNs = passedNs;
        boolean steppedBack = wallMs < latestMs - WORTH_A_WORD_MS;
        if (steppedBack != behind) {
            behind = steppedBack;
            reportBehind(wallMs);
        }
        latestMs = Math.max(latestMs, wallMs);
        return latestMs;
    }

    /** A machine that was suspended looks the same, and is worth a word as well. */
    private static void reportStep(long wentMs, long passedMs) {
        if (wentMs - passedMs > WORTH_A_WORD_MS) {
            LOG.warn(
                    "The clock stepped {} ms forward; bookings carry its time. Check the host's time synchronisation.",
                    wentMs - passedMs);
        }
    }

    private void reportBehind(long wallMs) {
        if (behind) {
            LOG.warn(
                    "The clock is {} ms behind the journal's latest entry; bookings keep that entry's time"
                            + " until the clock has caught up. Check the host's time synchronisation.",
                    latestMs - wallMs);
        } else {
            LOG.info("The clock has caught up with the journal.");
        }
    }
}
