package bankroll.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.Agent;
import org.junit.jupiter.api.Test;

class AgentHostTest {
    private static final Set<Thread.State> WAITING_FOR_ANOTHER =
            Set.of(Thread.State.WAITING, Thread.State.TIMED_WAITING);

    private final SlowForce force = new SlowForce();

    /** A wait with a bound would end in an interrupt, and an interrupted force has failed. */
    @Test
    void shouldWaitForALastForceHoweverSlowItIs() throws InterruptedException {
        AgentHost.Hosted syncer = AgentHost.THREADS.host(force, new Doorbell(), FailurePolicy.stop(failure -> {}));
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

    /** A stop ends half a dozen agents: none may cost it the rest of a sleep. */
    @Test
    void shouldWakeAnAgentThatSleepsWhenItEnds() throws InterruptedException {
        Nap nap = new Nap();
        AgentHost.Hosted sleeper = AgentHost.THREADS.host(
                nap, Doorbell.every(TimeUnit.HOURS.toMillis(1)), FailurePolicy.stop(failure -> {}));
        nap.begun.await();
        while (nap.thread.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }

        sleeper.end();

        assertTrue(nap.isOver);
    }

    /** What is due in a day costs nothing until then, and what is due now is not slept over. */
    @Test
    void shouldSleepAsLongAsItsAgentSays() throws InterruptedException {
        Doorbell doorbell = Doorbell.every(TimeUnit.HOURS.toMillis(1));
        doorbell.sleepAtMost(-1);
        doorbell.idle();
        doorbell.sleepAtMost(TimeUnit.DAYS.toNanos(1));
        Thread sleeper = new Thread(doorbell::idle);
        sleeper.start();
        while (sleeper.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }

        doorbell.ring();

        sleeper.join();
    }

    /** Told, and no reason to stop. */
    @Test
    void shouldGiveTheNextTurnToAnAgentWhoseFailureIsOnlyTold() throws InterruptedException {
        CountDownLatch told = new CountDownLatch(2);
        FailurePolicy policy = FailurePolicy.goOn(failure -> told.countDown());
        assertFalse(policy.isFinal());
        AgentHost.Hosted failing = AgentHost.THREADS.host(
                new Agent() {
                    @Override
                    public int doWork() {
                        throw new IllegalStateException("each time");
                    }

                    @Override
                    public String roleName() {
                        return "failing";
                    }
                },
                new Doorbell(),
                policy);

        told.await();

        failing.end();
    }

    /** Has nothing to do. */
    private static final class Nap implements Agent {
        private final CountDownLatch begun = new CountDownLatch(1);
        private volatile Thread thread;
        private volatile boolean isOver;

        @Override
        public int doWork() {
            thread = Thread.currentThread();
            begun.countDown();
            return 0;
        }

        @Override
        public void onClose() {
            isOver = true;
        }

        @Override
        public String roleName() {
            return "nap";
        }
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
