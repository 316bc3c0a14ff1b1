package bankroll.cluster;

import bankroll.condition.ConditionException;
import io.aeron.cluster.ConsensusModule;
import io.aeron.cluster.ElectionState;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Whether this node waits for what never comes: Aeron has it do so, and hear of nothing else. One thread. */
final class Standstill {
    /** What it may wait for. */
    enum Wait {
        NONE(Long.MAX_VALUE, ""),
        /** The others, who may have chosen another one since: of a leader that is gone is heard for three seconds. */
        TO_LEAD(
                TimeUnit.SECONDS.toNanos(5),
                "this node was chosen to lead, and another one leads since: it begins anew, to follow that"),
        /** The archive, for a mark's recordings; or, where an earlier build leads, its log's thread. */
        FOR_A_MARK(
                TimeUnit.SECONDS.toNanos(60),
                "a mark that this node makes comes to no end: it begins anew, to make the next one");

        final long longestNs;
        private final String end;

        Wait(long longestNs, String end) {
            this.longestNs = longestNs;
            this.end = end;
        }

        /** Why the node is to begin anew. */
        ConditionException over() {
            return NewBeginning.because(end);
        }

        static Wait of(ConsensusModule.Context counted) {
            if (ConsensusModule.State.get(counted.moduleStateCounter()) == ConsensusModule.State.SNAPSHOT) {
                return FOR_A_MARK;
            }
            boolean isChosen =
                    ElectionState.get(counted.electionStateCounter()) == ElectionState.LEADER_LOG_REPLICATION;
            return isChosen ? TO_LEAD : NONE;
        }
    }

    private Wait seen = Wait.NONE;
    private long sinceNs;

    /** Why it is to begin anew, if it has waited for too long; told again after as long. */
    Optional<ConditionException> end(Wait found, boolean hearsLeader, long nowNs) {
        Wait now = found == Wait.TO_LEAD && !hearsLeader ? Wait.NONE : found;
        if (now != seen) {
            seen = now;
            sinceNs = nowNs;
        }
        if (nowNs - sinceNs < now.longestNs) {
            return Optional.empty();
        }
        sinceNs = nowNs;
        return Optional.of(now.over());
    }
}
