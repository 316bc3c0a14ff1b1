package bankroll.cluster;

import bankroll.condition.ConditionException;
import io.aeron.cluster.ConsensusModule;
import io.aeron.cluster.ElectionState;
import java.util.concurrent.TimeUnit;

/**
 * Whether this node waits to lead, and the others have chosen another one since. One that stood still in the moment in which it
 * was chosen does so for ever: Aeron has it wait for followers, and hear nobody else. One thread.
 */
final class Overtaken {
    /** A leader that is gone is heard of for three seconds. */
    static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(5);

    private boolean isSeen;
    private long sinceNs;

    /** Whether it has been so for long enough; told again after as long. */
    boolean isSo(boolean waits, boolean hearsLeader, long nowNs) {
        if (!isSeen || !waits || !hearsLeader) {
            isSeen = waits && hearsLeader;
            sinceNs = nowNs;
        }
        boolean isLong = isSeen && nowNs - sinceNs >= PATIENCE_NS;
        isSeen &= !isLong;
        return isLong;
    }

    /** Whether it is chosen, and waits until the others have its log. */
    static boolean waitsToLead(ConsensusModule.Context counted) {
        return ElectionState.get(counted.electionStateCounter()) == ElectionState.LEADER_LOG_REPLICATION;
    }

    static ConditionException end() {
        return NewBeginning.because(
                "this node was chosen to lead, and another one leads since: it begins anew, to follow that");
    }
}
