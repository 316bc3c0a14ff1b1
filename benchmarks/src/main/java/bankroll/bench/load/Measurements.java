package bankroll.bench.load;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/** Latencies in all and second by second, and items over time; by one loop, added up when all are done. */
public final class Measurements {
    /** Width of a slot of {@link #itemsPerSlot}. */
    static final long SLOT_NS = 250_000_000L;

    private static final long HIGHEST_NS = 600_000_000_000L;
    private static final long SECOND_NS = 1_000_000_000L;

    private final Histogram total = histogram();
    private final List<Histogram> seconds = new ArrayList<>();
    private final List<long[]> slots = new ArrayList<>();
    private long measuredNs;
    private long requests;
    private long items;

    static Histogram histogram() {
        return new Histogram(1_000, HIGHEST_NS, 3);
    }

    /** An answer came {@code sinceStartNs} after the round's start. */
    public void record(long sinceStartNs, long latencyNs, int itemCount) {
        long latency = Math.max(0, Math.min(latencyNs, HIGHEST_NS));
        total.recordValue(latency);
        at(seconds, sinceStartNs / SECOND_NS).recordValue(latency);
        slot(sinceStartNs / SLOT_NS)[0] += itemCount;
        requests++;
        items += itemCount;
    }

    private static Histogram at(List<Histogram> list, long index) {
        while (list.size() <= index) {
            list.add(histogram());
        }
        return list.get((int) index);
    }

    private long[] slot(long index) {
        while (slots.size() <= index) {
            slots.add(new long[1]);
        }
        return slots.get((int) index);
    }

    /** The round ended after this time. */
    public void endRound(long ns) {
        measuredNs = ns;
    }

    /** Adds another loop's answers of the same round. */
    void add(Measurements other) {
        addFrom(other, 0);
        measuredNs = Math.max(measuredNs, other.measuredNs);
    }

    /** Adds the next round's answers behind those so far. */
    void append(Measurements next) {
        addFrom(next, measuredNs);
        measuredNs += next.measuredNs;
    }

    private void addFrom(Measurements other, long sinceNs) {
        total.add(other.total);
        for (int i = 0; i < other.seconds.size(); i++) {
            at(seconds, sinceNs / SECOND_NS + i).add(other.seconds.get(i));
        }
        for (int i = 0; i < other.slots.size(); i++) {
            slot(sinceNs / SLOT_NS + i)[0] += other.slots.get(i)[0];
        }
        requests += other.requests;
        items += other.items;
    }

    /** Latencies in nanoseconds. */
    public Histogram latencies() {
        return total;
    }

    /** Latencies second by second. */
    List<Histogram> perSecond() {
        return seconds;
    }

    /** Items answered in each {@link #SLOT_NS}. */
    public List<Long> itemsPerSlot() {
        return slots.stream().map(slot -> slot[0]).toList();
    }

    /** How long was measured, in nanoseconds. */
    public long measuredNs() {
        return measuredNs;
    }

    /** How long was measured, in seconds. */
    public double measuredSeconds() {
        return measuredNs / 1e9;
    }

    /** Items answered in a second, over all that was measured. */
    public long itemsPerSecond() {
        return Math.round(items / Math.max(measuredSeconds(), 1e-9));
    }

    /** Requests answered. */
    public long requests() {
        return requests;
    }

    /** Items answered. */
    public long items() {
        return items;
    }
}
