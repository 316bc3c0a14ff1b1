package bankroll.cluster;

import io.aeron.cluster.ElectionState;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.agrona.concurrent.AgentTerminationException;

/**
 * Whether the consensus module has forgotten of which term this node's log is (ADR 34). Who follows replays its own log first, as
 * far as the leader calls it confirmed, and Aeron 1.51 takes each term that begins there for the term of the whole log. A replay
 * that ends before the last one begins leaves it so: the node would vote for one that lacks what it has confirmed, and let a
 * leader cut that off. Between the end of such a replay and what it would do next it ends here.
 *
 * <p>The consensus module's thread.
 */
final class ForgottenTerm {
    private static final long FIRST_TERM = 0;

    private final Supplier<ElectionState> election;
    private final LongSupplier replayed;
    private final LongSupplier last;
    private final NewBeginning anew;
    private boolean isReplay;
    private long replayedBefore;
    private long lastBefore;

    /**
     * Nothing was replayed.
     *
     * @param election where the consensus module stands in it
     * @param replayed the term that it has come to
     * @param last the last one in its list of leaders
     * @param anew how the node ends
     */
    ForgottenTerm(Supplier<ElectionState> election, LongSupplier replayed, LongSupplier last, NewBeginning anew) {
        this.election = election;
        this.replayed = replayed;
        this.last = last;
        this.anew = anew;
    }

    /**
     * Between any two turns of the consensus module.
     *
     * @throws AgentTerminationException when the node mustn't go on
     */
    void look() {
        ElectionState now = election.get();
        boolean isOver = isReplay && now != ElectionState.FOLLOWER_REPLAY;
        if (!isReplay && now == ElectionState.FOLLOWER_REPLAY) {
            isReplay = true;
            replayedBefore = replayed.getAsLong();
            lastBefore = last.getAsLong();
        } else if (isOver) {
            isReplay = false;
            requireLastTerm(now);
        }
    }

    private void requireLastTerm(ElectionState now) {
        boolean isBrokenOff = now == ElectionState.CANVASS || now == ElectionState.INIT;
        long term = replayed.getAsLong();
        // Aeron's count of terms stands at the first one before any was replayed, too
        boolean hasTermBegun = term != replayedBefore || term == FIRST_TERM;
        if (isBrokenOff && hasTermBegun && term < lastBefore) {
            throw anew.require("this node's log is of term " + lastBefore + ", and Aeron takes it for one of term "
                    + term + " after a replay of its first part: the node begins anew, with all of it");
        }
    }
}
