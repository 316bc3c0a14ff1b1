package bankroll.agent;

import org.agrona.concurrent.Agent;
import org.agrona.concurrent.AgentRunner;

/** Where the engine's agents get their turns: a thread for each, or turn by turn under a simulation. */
@FunctionalInterface
public interface AgentHost {
    /** A daemon thread for each agent. */
    AgentHost THREADS = (agent, doorbell, failed) -> {
        AgentRunner runner = new AgentRunner(doorbell, failed, null, agent);
        Thread thread = AgentRunner.startOnThread(runner, AgentHost::thread);
        return new Hosted() {
            @Override
            public void end() {
                doorbell.end(thread);
                AgentHost.end(runner, failed);
            }

            @Override
            public boolean isAsleep() {
                return doorbell.isAsleep();
            }
        };
    };

    /**
     * Gives an agent its turns from now on.
     *
     * @param doorbell how its thread waits when a turn had nothing to do; of no other agent, and of none before
     * @param failed told what a turn throws; the agent gets its next turn all the same
     */
    Hosted host(Agent agent, Doorbell doorbell, FailurePolicy failed);

    /** An agent that gets its turns. */
    @FunctionalInterface
    interface Hosted {
        /** No turn begins after this, and none is under way when it returns. */
        void end();

        /** Whether the agent sleeps, so that somebody would have to wake it. Any thread. */
        default boolean isAsleep() {
            return false;
        }
    }

    /** Agrona interrupts an agent that has not ended after 5 s: a force would fail by that, and it is only slow. */
    private static void end(AgentRunner runner, FailurePolicy policy) {
        if (policy.isFinal()) {
            runner.close(0, null);
        } else {
            runner.close();
        }
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        return thread;
    }
}
