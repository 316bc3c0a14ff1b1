package bankroll.engine;

import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The writer's time: the wall clock, but never less than the latest time that was recorded. A clock that steps back is
 * reported and stands still until it has caught up. One thread.
 */
final class WriterClock {
    private static final Logger LOG = LoggerFactory.getLogger(WriterClock.class);
    private static final long WORTH_A_WORD_MS = 1_000;

    private final LongSupplier wall;
    private long latestMs;
    private boolean behind;

    WriterClock(LongSupplier wall, long latestMs) {
        this.wall = wall;
        this.latestMs = latestMs;
    }

    long nowMs() {
        long wallMs = wall.getAsLong();
        boolean steppedBack = wallMs < latestMs - WORTH_A_WORD_MS;
        if (steppedBack != behind) {
            behind = steppedBack;
            report(wallMs);
        }
        latestMs = Math.max(latestMs, wallMs);
        return latestMs;
    }

    private void report(long wallMs) {
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
