package bankroll.engine;

import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.IdleStrategy;

/**
 * How an agent waits for work: a few looks, then asleep until somebody rings. On two cores nobody may spin for long,
 * and a parked thread must not cost the next request a millisecond.
 *
 * <p>{@link #idle} belongs to the agent's thread; {@link #ring} is for any thread, after the work was queued.
 */
final class Doorbell implements IdleStrategy {
    private static final int LOOKS = 64;
    private static final long LONGEST_SLEEP_NS = 50_000_000;

    private volatile Thread sleeper;
    private volatile boolean rung;
    private int looks;

    /** Wakes the agent if it sleeps. */
    void ring() {
        if (!rung) {
            rung = true;
            LockSupport.unpark(sleeper);
        }
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
        if (looks < LOOKS) {
            looks++;
            Thread.onSpinWait();
            return;
        }
        sleeper = Thread.currentThread();
        if (!rung) {
            LockSupport.parkNanos(this, LONGEST_SLEEP_NS);
        }
        sleeper = null;
        rung = false;
    }

    @Override
    public void reset() {
        looks = 0;
    }
}
