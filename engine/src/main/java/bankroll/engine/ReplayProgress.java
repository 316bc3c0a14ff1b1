package bankroll.engine;

import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.NanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says every two seconds how far a replay is, how fast it went since the last time and how long it will take at that
 * pace. The pace of the last seconds says more than the mean, since entries have 1 to 500 items. One thread.
 */
final class ReplayProgress {
    private static final Logger LOG = LoggerFactory.getLogger(ReplayProgress.class);
    private static final long REPORT_EVERY_NS = TimeUnit.SECONDS.toNanos(2);
    /** Entries between two looks at the clock. */
    private static final long LOOK_MASK = 255;

    private final long last;
    private final NanoClock clock;
    private long reported;
    private long reportedNs;

    /** Of a replay of these entries, which begins now. */
    ReplayProgress(long first, long last, NanoClock clock) {
        this.last = last;
        this.clock = clock;
        reported = first - 1;
        reportedNs = clock.nanoTime();
    }

    /** This entry was applied. */
    void at(long sequence) {
        if ((sequence & LOOK_MASK) == 0) {
            long tookNs = clock.nanoTime() - reportedNs;
            if (tookNs >= REPORT_EVERY_NS) {
                report(sequence, tookNs);
            }
        }
    }

    private void report(long sequence, long tookNs) {
        double rate = (sequence - reported) / (tookNs / 1e9);
        LOG.info(
                "Recovering: entry {} of {} ({} %), {} entries/s, {} s left.",
                sequence, last, 100 * sequence / last, Math.round(rate), Math.round((last - sequence) / rate));
        reported = sequence;
        reportedNs += tookNs;
    }
}
