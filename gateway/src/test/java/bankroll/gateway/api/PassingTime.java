package bankroll.gateway.api;

import io.github.bucket4j.TimeMeter;
import java.util.concurrent.TimeUnit;

/** Time that passes when the test says so. */
public final class PassingTime implements TimeMeter {
    private long nowNs = 1;

    /** From now on it is so much later. */
    public void pass(long seconds) {
        nowNs += TimeUnit.SECONDS.toNanos(seconds);
    }

    @Override
    public long currentTimeNanos() {
        return nowNs;
    }

    @Override
    public boolean isWallClockBased() {
        return false;
    }
}
