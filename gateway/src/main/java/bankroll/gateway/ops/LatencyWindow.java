package bankroll.gateway.ops;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;

/**
 * How long answers took: count and sum since the start, quantiles over about the last minute. Any thread may record, in
 * some 20 ns and without a lock; readers wait for each other.
 */
final class LatencyWindow {
    private static final long SLOT_NS = TimeUnit.SECONDS.toNanos(15);
    private static final int SLOTS = 4;
    private static final long MAX_US = TimeUnit.MINUTES.toMicros(1);
    private static final int DIGITS = 2;

    private final Recorder recorder = new Recorder(MAX_US, DIGITS);
    private final Histogram[] slots = new Histogram[SLOTS];
    private final LongAdder count = new LongAdder();
    private final LongAdder sumNs = new LongAdder();
    private Histogram interval;
    private int slot;
    private long slotEndsNs;

    /** A window that starts at this time of {@link System#nanoTime}. */
    LatencyWindow(long nowNs) {
        for (int i = 0; i < SLOTS; i++) {
            slots[i] = new Histogram(MAX_US, DIGITS);
        }
        slotEndsNs = nowNs + SLOT_NS;
    }

    /** Records one answer; longer than a minute counts as a minute in the quantiles. */
    void record(long elapsedNs) {
        recorder.recordValue(Math.max(0, Math.min(MAX_US, TimeUnit.NANOSECONDS.toMicros(elapsedNs))));
        count.increment();
        sumNs.add(elapsedNs);
    }

    long count() {
        return count.sum();
    }

    double sumSeconds() {
        return sumNs.sum() / 1e9;
    }

    /** What took about the last minute, in microseconds; the reader's own copy. */
    synchronized Histogram recent(long nowNs) {
        forget(nowNs);
        interval = recorder.getIntervalHistogram(interval);
        slots[slot].add(interval);
        Histogram recent = new Histogram(MAX_US, DIGITS);
        for (Histogram each : slots) {
            recent.add(each);
        }
        return recent;
    }

    /** Moves on to the slot of this time; what is older than all slots goes. */
    private void forget(long nowNs) {
        for (int steps = 0; nowNs - slotEndsNs >= 0 && steps < SLOTS; steps++) {
            slot = (slot + 1) % SLOTS;
            slots[slot].reset();
            slotEndsNs += SLOT_NS;
        }
        if (nowNs - slotEndsNs >= 0) {
            slotEndsNs = nowNs + SLOT_NS;
        }
    }
}
