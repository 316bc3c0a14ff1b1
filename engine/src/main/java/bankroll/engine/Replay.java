package bankroll.engine;

import bankroll.calendar.OldWindows;
import bankroll.journal.CorruptJournalException;
import bankroll.journal.Frame;
import bankroll.journal.FrameFault;
import bankroll.journal.JournalReader;
import bankroll.ledger.Contradiction.Contradicted;
import bankroll.ledger.Ledger;
import bankroll.protocol.CommandHeader;
import org.agrona.DirectBuffer;

/**
 * From the journal to the tables: the same apply as live (ARCHITECTURE.md, What always holds, 1). Recovery and tools use
 * it.
 */
public final class Replay {
    private Replay() {}

    /**
     * Applies the frame that the reader stands on.
     *
     * @throws CorruptJournalException when what is recorded in it can't be, given the entries before it
     */
    public static void apply(Ledger ledger, JournalReader reader) {
        try {
            Contradicted contradicted = apply(ledger, reader.buffer(), reader.offset());
            if (contradicted != null) {
                throw corrupt(reader, contradicted.words());
            }
        } catch (IllegalArgumentException e) {
            CorruptJournalException unreadable = corrupt(reader, e.getMessage());
            unreadable.initCause(e);
            throw unreadable;
        }
    }

    private static CorruptJournalException corrupt(JournalReader reader, String words) {
        return new CorruptJournalException(
                reader.place(),
                reader.offset(),
                reader.sequence(),
                FrameFault.NONE,
                "what is recorded in this entry is not what the entries up to it lead to: " + words
                        + "; \"./bankroll journal verify\" says more");
    }

    /** Applies a frame; tells what is recorded in it and can't be, or null. */
    public static Contradicted apply(Ledger ledger, DirectBuffer buffer, int frame) {
        int command = frame + Frame.HEADER_LENGTH;
        int outcomes = frame + Frame.outcomesOffset(Frame.commandLength(buffer, frame));
        long timeMs = Frame.timeMs(buffer, frame);
        OldWindows.beforeEntry(ledger, CommandHeader.type(buffer, command), timeMs);
        return ledger.replay(buffer, command, outcomes, Frame.sequence(buffer, frame), timeMs);
    }
}
