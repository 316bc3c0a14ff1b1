package bankroll.cluster;

import io.aeron.Aeron;
import java.util.Arrays;

/**
 * What the other members have confirmed of the log in the term in which this node leads, as far as that makes a majority with
 * this node (ADR 31).
 *
 * <p>Aeron 1.51 takes more for confirmed: the end of the log with which a member comes back, though what it has there may be
 * of an older term, and will be cut off. What only Aeron takes for confirmed could be lost, so nobody may be answered for it.
 *
 * <p>Nor does one count that may still cut off what it confirms of the term (ADR 36), or whose journal isn't the leader's (ADR 37).
 *
 * <p>The consensus module's thread hears; {@link #cover} is for any.
 */
final class Confirmations {
    private static final long NONE = Aeron.NULL_VALUE;

    private final ClusterContext context;
    /** Up to which byte each member has the log of the term. */
    private final long[] ends;

    /** In which term each of them has said that it is within ({@link WithinTerm}). */
    private final long[] within;

    private final long[] ranked;
    private final Reach now = new Reach();
    /** Of the term before: its last messages may still be on their way to the engine when this node is elected again. */
    private final Reach before = new Reach();

    /** Up to which byte enough members have the log of a term. One thread writes it, any reads it. */
    private static final class Reach {
        private volatile long term = NONE;
        private volatile long end = NONE;

        void set(long newTerm, long newEnd) {
            end = NONE;
            term = newTerm;
            end = newEnd;
        }

        boolean covers(long ofTerm, long position) {
            return term == ofTerm && end >= position && term == ofTerm;
        }
    }

    Confirmations(ClusterContext context) {
        this.context = context;
        ends = new long[context.members.size()];
        within = new long[ends.length];
        ranked = new long[ends.length];
        Arrays.fill(within, NONE);
    }

    /** Whether a majority has, from this term, the log up to this byte, where this node has it. Any thread. */
    boolean cover(long ofTerm, long position) {
        return now.covers(ofTerm, position) || before.covers(ofTerm, position);
    }

    /** A member has its log up to this byte, and follows in this term. */
    void confirm(int member, long itsTerm, long position) {
        if (isNews(member, itsTerm)) {
            ends[member] = position;
            count();
        }
    }

    /** A member cuts off nothing of this term any more. */
    void enter(int member, long itsTerm) {
        if (isNews(member, itsTerm)) {
            within[member] = itsTerm;
            count();
        }
    }

    /** A member holds an election: what it had before, it may cut off. */
    void forget(int member) {
        if (member >= 0 && member < ends.length) {
            ends[member] = NONE;
        }
    }

    private boolean isNews(int member, long itsTerm) {
        if (member < 0 || member >= ends.length || member == context.node || itsTerm < now.term) {
            return false;
        }
        if (itsTerm > now.term) {
            Arrays.fill(ends, NONE);
            before.set(now.term, now.end);
            now.set(itsTerm, NONE);
        }
        return true;
    }

    private void count() {
        for (int member = 0; member < ends.length; member++) {
            ranked[member] = within[member] == now.term ? ends[member] : NONE;
        }
        Arrays.sort(ranked);
        // this node is the majority's last member
        now.end = Math.max(now.end, ranked[ranked.length - ranked.length / 2]);
    }
}
