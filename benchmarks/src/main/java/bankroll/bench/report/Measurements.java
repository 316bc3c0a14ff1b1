package bankroll.bench.report;

import org.HdrHistogram.Histogram;

/** Latencies and how much was answered; one thread. */
public final class Measurements {
    private static final long HIGHEST_NS = 600_000_000_000L;

    private final Histogram total = new Histogram(1_000, HIGHEST_NS, 3);
    private long measuredNs;
    private long requests;
    private long items;

    /** An answer came after this time. */
    public void record(long latencyNs, int itemCount) {
        total.recordValue(Math.max(0, Math.min(latencyNs, HIGHEST_NS)));
        requests++;
        items += itemCount;
    }

    /** The round ended after this time. */
    public void endRound(long ns) {
        measuredNs = ns;
    }

    /** Adds the next round's answers behind those so far. */
    public void append(Measurements next) {
        total.add(next.total);
        requests += next.requests;
        items += next.items;
        measuredNs += next.measuredNs;
    }

    /** Latencies in nanoseconds. */
    public Histogram latencies() {
        return total;
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
