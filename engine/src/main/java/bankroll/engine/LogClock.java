package bankroll.engine;

import java.util.function.LongSupplier;

/**
 * The time that this node gives to the log's messages while it leads: its writer's clock, and never less than the log's own
 * time, from whichever node. That time shows a clock right, too, that was set after this node's start. Any thread.
 */
public final class LogClock implements LongSupplier {
    private final WriterClock clock;
    private volatile long followedMs;
    /** When that was, or a bit later, as the writer's clock counts. */
    private volatile long followedNs;

    LogClock(WriterClock clock) {
        this.clock = clock;
    }

    /** Milliseconds since the epoch. */
    @Override
    public synchronized long getAsLong() {
        hear();
        return Math.max(followedMs, clock.nowMs());
    }

    private void hear() {
        long timeMs = followedMs;
        if (timeMs > 0) {
            clock.hear(timeMs, followedNs);
        }
    }

    /** The log has come to this time. Log's thread. */
    void follow(long timeMs) {
        followedNs = clock.passedNs();
        followedMs = timeMs;
    }

    /** Whether the wall clock is not followed, because it made too long a step. */
    synchronized boolean isStepRefused() {
        hear();
        return clock.isStepRefused();
    }

    /** The wall clock is right. */
    synchronized void confirm() {
        clock.confirm();
    }
}
