package bankroll.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.BusySpinIdleStrategy;
import org.junit.jupiter.api.Test;

class AgentHostTest {
    private static final Set<Thread.State> WAITING_FOR_ANOTHER =
            Set.of(Thread.State.WAITING, Thread.State.TIMED_WAITING);

    private final SlowForce force = new SlowForce();

    /** A wait with a bound would end in an interrupt, and an interrupted force has failed. */
    @Test
    void shouldWaitForALastForceHoweverSlowItIs() throws InterruptedException {
        AgentHost.Hosted syncer =
                AgentHost.THREADS.host(force, new BusySpinIdleStrategy(), FailurePolicy.stop(failure -> {}));
        force.begun.await();
        Thread stop = new Thread(syncer::end);
        stop.start();
        while (!WAITING_FOR_ANOTHER.contains(stop.getState())) {
            Thread.onSpinWait();
        }

        assertEquals(Thread.State.WAITING, stop.getState(), "a wait without a bound");

        force.done.countDown();
        stop.join();
        assertFalse(force.isInterrupted);
    }

    /** A turn that lasts until the disk is done. */
    private static final class SlowForce implements Agent {
        private final CountDownLatch begun = new CountDownLatch(1);
        private final CountDownLatch done = new CountDownLatch(1);
        private volatile boolean isInterrupted;

        @Override
        public int doWork() {
            begun.countDown();
            try {
                done.await();
            } catch (InterruptedException e) {
                isInterrupted = true;
            }
            return 1;
        }

        @Override
        public String roleName() {
            return "slow";
        }
    }
}
