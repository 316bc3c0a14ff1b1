package bankroll.engine;

import bankroll.journal.CorruptJournalException;
import bankroll.journal.Frame;
import bankroll.journal.FrameFault;
import bankroll.journal.JournalReader;
import bankroll.ledger.Ledger;
import org.agrona.DirectBuffer;

/** From the journal to the tables: the same apply as live (architecture, property 1). Recovery and tools use it. */
public final class Replay {
    private Replay() {}

    /**
     * Applies the frame that the reader stands on.
     *
     * @throws CorruptJournalException when what is recorded in it, a balance above all, is not what the entries up to it lead to
     */
    public static void apply(Ledger ledger, JournalReader reader) {
        DirectBuffer buffer = reader.buffer();
        int frame = reader.offset();
        int outcomes = frame + Frame.outcomesOffset(Frame.commandLength(buffer, frame));
        long sequence = Frame.sequence(buffer, frame);
        if (!ledger.replay(buffer, frame + Frame.HEADER_LENGTH, outcomes, sequence, Frame.timeMs(buffer, frame))) {
            throw new CorruptJournalException(
                    reader.place(),
                    frame,
                    sequence,
                    FrameFault.NONE,
                    "what is recorded in this entry is not what the entries up to it lead to; "
                            + "\"./bankroll journal verify\" says more");
        }
    }
}
