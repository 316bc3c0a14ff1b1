package bankroll.engine;

import bankroll.calendar.OldWindows;
import bankroll.journal.CorruptJournalException;
import bankroll.journal.Frame;
import bankroll.journal.FrameFault;
import bankroll.journal.JournalReader;
import bankroll.ledger.Ledger;
import bankroll.protocol.CommandHeader;
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
        int command = frame + Frame.HEADER_LENGTH;
        int outcomes = frame + Frame.outcomesOffset(Frame.commandLength(buffer, frame));
        long timeMs = Frame.timeMs(buffer, frame);
        OldWindows.beforeEntry(ledger, CommandHeader.type(buffer, command), timeMs);
        return ledger.replay(buffer, command, outcomes, Frame.sequence(buffer, frame), timeMs);
    }
}
