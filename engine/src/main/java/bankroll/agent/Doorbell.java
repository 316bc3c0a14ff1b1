package bankroll.agent;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.IdleStrategy;

/**
 * How an agent waits for work until its end: a few looks, then asleep until somebody rings. On two cores nobody may spin for long,
 * and a parked thread must not cost the next request a millisecond.
 *
 * <p>{@link #idle} belongs to the agent's thread; {@link #ring} is for any thread, after the work was queued.
 */
public final class Doorbell implements IdleStrategy {
    private static final int LOOKS = 64;

    /** No sleep lasts longer, in milliseconds, unless its agent says so. */
    public static final long LONGEST_SLEEP_MS = 50;

    private final int mostLooks;
    private long longestSleepNs;
    private volatile Thread sleeper;
    private volatile boolean rung;
    private volatile boolean isOver;
    private int looks;

    /** Of an agent whose work comes from others. */
    public Doorbell() {
        this(LOOKS, LONGEST_SLEEP_MS);
    }

    private Doorbell(int mostLooks, long longestSleepMs) {
        this.mostLooks = mostLooks;
        this.longestSleepNs = TimeUnit.MILLISECONDS.toNanos(longestSleepMs);
    }

    /** Of an agent that has a turn at an interval, and whenever somebody rings. */
    public static Doorbell every(long ms) {
        return new Doorbell(0, ms);
    }

    /** From the next sleep on it lasts so long at most. The agent's thread. */
    public void sleepAtMost(long ns) {
        longestSleepNs = ns;
    }

    /** Wakes the agent if it sleeps. */
    public void ring() {
        if (!rung) {
            rung = true;
            LockSupport.unpark(sleeper);
        }
    }

    /** The agent's end takes as long as its last turn, and no sleep longer: from now on it doesn't sleep. Any thread. */
    void end(Thread agent) {
        isOver = true;
        LockSupport.unpark(agent);
    }

    /** Whether the agent sleeps, so that somebody would have to wake it. Any thread. */
    public boolean isAsleep() {
        return sleeper != null;
    }

    /** Whether somebody rang since the agent slept or meant to. Any thread. */
    public boolean isRung() {
        return rung;
    }

    @Override
    public void idle(int workCount) {
        if (workCount > 0) {
            looks = 0;
        } else {
            idle();
        }
    }

    @Override
    public void idle() {
        if (isOver) {
            return;
        }
        if (looks < mostLooks) {
            looks++;
            Thread.onSpinWait();
            return;
        }
        sleeper = Thread.currentThread();
        if (!rung) {
            LockSupport.parkNanos(this, longestSleepNs);
        }
        sleeper = null;
        rung = false;
    }

    @Override
    public void reset() {
        looks = 0;
    }
}
