package bankroll.cluster;

import io.aeron.cluster.service.ClusterClock;
import java.util.concurrent.TimeUnit;

/** Aeron's time: near the wall clock's at the start, and from then on as time passes, whatever the wall clock does. */
final class SteadyClock implements ClusterClock {
    private final long beganMs = System.currentTimeMillis();
    private final long beganNs = System.nanoTime();

    @Override
    public long time() {
        return beganMs + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beganNs);
    }
}
