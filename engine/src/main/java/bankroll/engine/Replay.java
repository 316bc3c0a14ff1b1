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
        if (!apply(ledger, reader.buffer(), reader.offset())) {
            throw new CorruptJournalException(
                    reader.place(),
                    reader.offset(),
                    reader.sequence(),
                    FrameFault.NONE,
                    "what is recorded in this entry is not what the entries up to it lead to; "
                            + "\"./bankroll journal verify\" says more");
        }
    }

    /** Applies a frame; tells whether what is recorded in it is what the entries up to it lead to. */
    public static boolean apply(Ledger ledger, DirectBuffer buffer, int frame) {
        int outcomes = frame + Frame.outcomesOffset(Frame.commandLength(buffer, frame));
        return ledger.replay(
                buffer,
                frame + Frame.HEADER_LENGTH,
                outcomes,
                Frame.sequence(buffer, frame),
                Frame.timeMs(buffer, frame));
    }
}
