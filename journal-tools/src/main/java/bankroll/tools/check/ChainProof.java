package bankroll.tools.check;

import bankroll.journal.Chain;
import bankroll.journal.Chain.ChainHead;
import bankroll.journal.Frame;
import bankroll.tools.source.FrameHandler;
import org.agrona.DirectBuffer;

/**
 * Whether the journal's chain is whole: the values that the frames carry are those of the frames before them, and an
 * expected value is found. With c(n) noted yesterday it proves today that entries 1 to n are the same. One thread.
 */
public final class ChainProof implements FrameHandler {
    private Chain chain = new Chain(ChainHead.START);
    private long start;
    private long firstContradiction;
    private ChainHead wanted;
    private boolean isWantedSeen;

    /** Starts behind a known value; 0 and zeros at the journal's beginning. */
    public ChainProof startAfter(ChainHead head) {
        chain = new Chain(head);
        start = head.sequence();
        return this;
    }

    /** Checks from here on that the chain has this value at its sequence. */
    public ChainProof expect(ChainHead head) {
        wanted = head;
        checkExpectation();
        return this;
    }

    @Override
    public boolean onFrame(DirectBuffer buffer, int offset, int length) {
        if (Frame.sequence(buffer, offset) <= start) {
            return true;
        }
        if (!chain.add(buffer, offset, length) && firstContradiction == 0) {
            firstContradiction = Frame.sequence(buffer, offset);
        }
        checkExpectation();
        return true;
    }

    /** Where the chain stands. */
    public ChainHead head() {
        return chain.head();
    }

    /** The value that was taken as given stood behind this entry: 0 in a whole journal. */
    public long start() {
        return start;
    }

    /** The first frame that carries a value which is not the chain's; 0 when all agree. */
    public long firstContradiction() {
        return firstContradiction;
    }

    /** How many frames carried a value that could be checked. */
    public long carriedCount() {
        return chain.carriedCount();
    }

    /** Whether the expected value was met; false also when the journal ends before it. */
    public boolean isExpectationMet() {
        return isWantedSeen;
    }

    private void checkExpectation() {
        if (wanted != null && wanted.sequence() == chain.sequence()) {
            isWantedSeen = wanted.equals(head());
        }
    }
}
