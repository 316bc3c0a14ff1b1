package bankroll.simulation;

import bankroll.ledger.Answered;
import bankroll.protocol.HashKey;
import java.util.List;
import org.agrona.ExpandableArrayBuffer;

/** Something that may be journaled: as bytes for the engine, as a story for the model. */
interface Command {
    /** Writes the whole command and tells where it ends. */
    int put(ExpandableArrayBuffer target, int offset, HashKey key);

    /** Does it to the model, and tells what it answers. */
    List<Answered> tell(Model model, long nowMs);

    /** Whether who isn't sure of the answer sends the same again. */
    default boolean isSentAgain() {
        return true;
    }

    /** Whether an answer is the one that was expected. */
    default boolean agrees(Answered expected, Answered actual) {
        return expected.equals(actual);
    }
}
