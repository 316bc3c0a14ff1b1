package bankroll.engine;

import bankroll.condition.LogId;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.NanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells when nothing is answered any more though requests are under way: the writer or the disk stands still. One thread
 * looks every second; any thread reads.
 */
final class Standstill {
    /** Longer than any request waits for its turn in the journal. */
    static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(4);

    private static final Logger LOG = LoggerFactory.getLogger(Standstill.class);

    private final CommandRing ring;
    private final NanoClock clock;
    private long seenReleased;
    private long sinceNs;
    private volatile boolean stands;

    Standstill(CommandRing ring, NanoClock clock) {
        this.ring = ring;
        this.clock = clock;
        sinceNs = clock.nanoTime();
    }

    /** Looks; at regular times. */
    void look() {
        long nowNs = clock.nanoTime();
        long released = ring.released();
        if (released != seenReleased || ring.inFlight() == 0) {
            seenReleased = released;
            sinceNs = nowNs;
        }
        boolean standsNow = nowNs - sinceNs >= LIMIT_NS;
        if (standsNow && !stands) {
            LOG.error(LogId.STANDSTILL.marker(), "{}.", words());
        } else if (!standsNow && stands) {
            LOG.info("Requests are answered again.");
        }
        stands = standsNow;
    }

    /** Whether nothing was answered for longer than it may take. */
    boolean stands() {
        return stands;
    }

    String words() {
        return "nothing was answered for " + TimeUnit.NANOSECONDS.toSeconds(LIMIT_NS) + " s, " + ring.inFlight()
                + " requests are under way: the disk or the writer stands still; look at the disk's latency";
    }
}
