package bankroll.engine;

import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.NanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says every two seconds how far a replay is, how fast it goes and how long it will take. One thread. */
final class ReplayProgress {
    private static final Logger LOG = LoggerFactory.getLogger(ReplayProgress.class);
    private static final long REPORT_EVERY_NS = TimeUnit.SECONDS.toNanos(2);
    /** Entries between two looks at the clock. */
    private static final long LOOK_MASK = 255;

    private final long first;
    private final long last;
    private final NanoClock clock;
    private final long startNs;
    private long reportNs;

    /** Of a replay of these entries, which begins now. */
    ReplayProgress(long first, long last, NanoClock clock) {
        this.first = first;
        this.last = last;
        this.clock = clock;
        startNs = clock.nanoTime();
        reportNs = startNs + REPORT_EVERY_NS;
    }

    /** This entry was applied. */
    void at(long sequence) {
        if ((sequence & LOOK_MASK) == 0 && clock.nanoTime() - reportNs >= 0) {
            report(sequence);
            reportNs = clock.nanoTime() + REPORT_EVERY_NS;
        }
    }

    private void report(long sequence) {
        double rate = (sequence - first + 1) / ((clock.nanoTime() - startNs) / 1e9);
        LOG.info(
                "Recovering: entry {} of {} ({} %), {} entries/s, {} s left.",
                sequence,
                last,
                100 * sequence / last,
                Math.round(rate),
                Math.round((last - sequence) / rate));
    }
}
