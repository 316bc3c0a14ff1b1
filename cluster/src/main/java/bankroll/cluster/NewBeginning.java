package bankroll.cluster;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import org.agrona.concurrent.AgentTerminationException;

/**
 * The end (74) of a node that can go on only from its start: whoever supervises it starts it again, and it follows who leads then.
 */
final class NewBeginning {
    private final Runnable ended;
    private volatile ConditionException why;

    /** @param ended called when the node is to end */
    NewBeginning(Runnable ended) {
        this.ended = ended;
    }

    /** How such an end is told. */
    static ConditionException because(String reason) {
        return new ConditionException(ExitCode.IO, reason, "start the node again, unless it is started by itself");
    }

    /** Ends the node; to be thrown on the thread of Aeron's that must do nothing more. */
    AgentTerminationException require(String reason) {
        why = because(reason);
        ended.run();
        return new AgentTerminationException(why);
    }

    /** Why the node has to begin anew; null while it hasn't. Any thread. */
    ConditionException why() {
        return why;
    }
}
