package bankroll.cluster;

import io.aeron.cluster.service.ClusterClock;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.EpochClock;

/**
 * Aeron's time: near the wall clock's at the start, and from then on as time passes, whatever the wall clock does. All of Aeron's
 * parts and clients in the process must be given the same one: they watch each other's life by it.
 */
final class SteadyClock implements ClusterClock, EpochClock {
    /** The process's. */
    static final SteadyClock INSTANCE = new SteadyClock();

    private final long beganMs = System.currentTimeMillis();
    private final long beganNs = System.nanoTime();

    private SteadyClock() {}

    @Override
    public long time() {
        return beganMs + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beganNs);
    }
}
