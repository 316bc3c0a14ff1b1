package bankroll.cluster;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

/**
 * How a node's threads of Aeron's wait for work: longer and longer, so that an idle node takes little of a processor. A mark
 * goes through all of them some thirty times, and the log stands still meanwhile: as long as one is made they nap shortly.
 */
final class Naps {
    private static final int SPINS = 20;
    private static final int YIELDS = 10;
    private static final long FIRST_NS = 20_000;
    private static final long LONGEST_NS = 500_000;
    private static final long SHORT_NS = 1_000;
    private static final long HURRY_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private volatile long hurriedNs = System.nanoTime() - HURRY_NS;

    /** A tenth of a second in which they nap shortly. Any thread. */
    void hurry() {
        hurriedNs = System.nanoTime();
    }

    /** For one thread. */
    IdleStrategy strategy() {
        return new Strategy();
    }

    private final class Strategy implements IdleStrategy {
        private final IdleStrategy usual = new BackoffIdleStrategy(SPINS, YIELDS, FIRST_NS, LONGEST_NS);

        @Override
        public void idle(int work) {
            if (work > 0) {
                reset();
            } else {
                idle();
            }
        }

        @Override
        public void idle() {
            if (System.nanoTime() - hurriedNs < HURRY_NS) {
                LockSupport.parkNanos(SHORT_NS);
            } else {
                usual.idle();
            }
        }

        @Override
        public void reset() {
            usual.reset();
        }
    }
}
