package bankroll.engine;

import java.util.function.LongSupplier;

/**
 * The time that this node gives to the log's messages while it leads: its writer's clock, and never less than the log's own
 * time, from whichever node. Any thread.
 */
public final class LogClock implements LongSupplier {
    private final WriterClock clock;
    private volatile long followedMs;

    LogClock(WriterClock clock) {
        this.clock = clock;
    }

    /** Milliseconds since the epoch. */
    @Override
    public synchronized long getAsLong() {
        return Math.max(followedMs, clock.nowMs());
    }

    /** The log has come to this time. Log's thread. */
    void follow(long timeMs) {
        followedMs = timeMs;
    }

    /** Whether the wall clock is not followed, because it made too long a step. */
    synchronized boolean isStepRefused() {
        return clock.isStepRefused();
    }

    /** The wall clock is right. */
    synchronized void confirm() {
        clock.confirm();
    }
}
