package bankroll.gateway.ops;

import java.util.concurrent.atomic.AtomicLong;

/** How often the configuration was read again while the service runs, and what came of it. Any thread. */
public final class ReloadCounts {
    private final AtomicLong taken = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private volatile boolean isLastRefused;

    /** It is in force. */
    public void taken() {
        taken.incrementAndGet();
        isLastRefused = false;
    }

    /** It can't be used, and all stays as it was. */
    public void refused() {
        refused.incrementAndGet();
        isLastRefused = true;
    }

    long takenCount() {
        return taken.get();
    }

    long refusedCount() {
        return refused.get();
    }

    boolean isLastRefused() {
        return isLastRefused;
    }
}
