package bankroll.cluster;

import io.aeron.cluster.ElectionState;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.AgentTerminationException;

/**
 * A vote binds (ADR 33): a node that has voted in a term confirms nothing to a leader of an earlier one. Aeron 1.51 follows
 * whichever leader it hears once its ballot is over, and confirms new bytes to that one in a later turn at the earliest. Between
 * the two it is refused here: that leader is told of the later term, and both hold an election. If that fails the node ends.
 *
 * <p>The consensus module's thread.
 */
final class BoundVote {
    /** In an election, of a leader that was chosen before. */
    private static final Set<ElectionState> FOLLOWS =
            EnumSet.range(ElectionState.FOLLOWER_LOG_REPLICATION, ElectionState.FOLLOWER_READY);

    /** With its next turn it confirms, in words that count. */
    private static final Set<ElectionState> CONFIRMS = EnumSet.of(ElectionState.FOLLOWER_READY, ElectionState.CLOSED);

    private static final int NOBODY = -1;
    private static final long NO_TERM = Long.MIN_VALUE;

    private final Supplier<ElectionState> election;
    private final LongSupplier voted;
    private final Refusal refusal;
    private final ErrorHandler errors;
    private final NewBeginning anew;
    private final KeptVote kept;
    private boolean followed;
    private boolean refused;
    private long term = NO_TERM;
    private long newest = NO_TERM;
    private int leader = NOBODY;
    private long bound = NO_TERM;

    /** Has that leader and this node hold an election each. */
    interface Refusal {
        /** Before the consensus module goes on. Nobody is the leader where it isn't known. */
        void refuse(int leader, long term, long bound);
    }

    /**
     * Nothing was heard.
     *
     * @param election where the consensus module stands in it
     * @param voted the last term in which this node has voted, has stood itself or refused its vote; after a restart, too
     * @param refusal what is done before the node ends
     * @param anew how it ends
     */
    BoundVote(
            ClusterContext context,
            Supplier<ElectionState> election,
            LongSupplier voted,
            Refusal refusal,
            ErrorHandler errors,
            NewBeginning anew) {
        this.election = election;
        this.voted = voted;
        this.refusal = refusal;
        this.errors = errors;
        this.anew = anew;
        this.kept = new KeptVote(context);
    }

    /** Somebody says that he leads in a term. Of two between two looks nobody knows whom Aeron follows: the earlier one counts. */
    void hear(int itsLeader, long itsTerm) {
        if (term == NO_TERM || itsTerm < term) {
            leader = itsLeader;
            term = itsTerm;
        }
        newest = Math.max(newest, itsTerm);
    }

    /**
     * Looks whom the consensus module follows since the last look, and has heard all that it has.
     *
     * @throws AgentTerminationException when it mustn't
     */
    void look() {
        ElectionState now = election.get();
        bind(now);
        boolean follows = FOLLOWS.contains(now);
        if (follows && !followed) {
            require(leader, term);
        }
        if (refused && CONFIRMS.contains(now)) {
            throw anew.require("this node has voted in term " + bound
                    + ", and would follow the leader of an earlier one again: it begins anew");
        }
        followed = follows;
        refused &= follows;
        leader = NOBODY;
        term = NO_TERM;
        newest = NO_TERM;
    }

    /**
     * It has given its vote where Aeron says that the ballot lasts, or where a leader who was chosen in it ended it since the last
     * look: that one was heard. At a start nobody knows whether it has.
     */
    private void bind(ElectionState now) {
        if (bound == NO_TERM) {
            bound = kept.bound(voted.getAsLong());
        }
        bound = Math.max(bound, newest);
        if (now == ElectionState.FOLLOWER_BALLOT) {
            bound = Math.max(bound, voted.getAsLong());
        }
    }

    private void require(int itsLeader, long itsTerm) {
        if (itsTerm < bound) {
            refused = true;
            refusal.refuse(itsLeader, itsTerm, bound);
        } else if (itsTerm < voted.getAsLong()) {
            kept.keep(voted.getAsLong(), bound, errors);
        }
    }
}
