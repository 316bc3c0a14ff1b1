package bankroll.bench.load;

import java.time.Instant;

/** One connection's share of the load: fills its {@link Script} ahead of the clock. One thread at a time. */
interface Lane {
    /** What the lane's connection sends. */
    Script script();

    /** Adds requests until that many wait or the script is full; all are signed for {@code now}. */
    void fill(int requests, Instant now);

    /** What the lane's players owned in all after the last request that was answered, and before any was. */
    long total();

    /** Forgets the first requests of the script, which were answered. */
    void answered(int requests);
}
