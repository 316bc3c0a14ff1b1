package bankroll.engine;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * How often a figure fell below each of a few fixed bounds, since the start. One thread records, allocates nothing and
 * waits for nobody; any thread reads, and may miss what is recorded meanwhile.
 */
public final class Distribution {
    private final long[] bounds;
    private final AtomicLongArray counts;
    private final AtomicLong sum = new AtomicLong();

    /** With these upper bounds, in ascending order; what is above the last one is counted, too. */
    Distribution(long... bounds) {
        this.bounds = bounds.clone();
        counts = new AtomicLongArray(bounds.length + 1);
    }

    /** Counts a figure; the recording thread. */
    void record(long value) {
        int bucket = 0;
        while (bucket < bounds.length && value > bounds[bucket]) {
            bucket++;
        }
        counts.setRelease(bucket, counts.getPlain(bucket) + 1);
        sum.setRelease(sum.getPlain() + value);
    }

    /** The upper bounds, each included, in ascending order. */
    public long[] bounds() {
        return bounds.clone();
    }

    /** How many figures fell between a bound and the one below it; the last is of those above all bounds. */
    public long[] counts() {
        long[] read = new long[counts.length()];
        for (int i = 0; i < read.length; i++) {
            read[i] = counts.getAcquire(i);
        }
        return read;
    }

    /** All figures together. */
    public long sum() {
        return sum.getAcquire();
    }
}
