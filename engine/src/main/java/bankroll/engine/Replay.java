package bankroll.engine;

import bankroll.calendar.OldWindows;
import bankroll.condition.ConditionException;
import bankroll.journal.CorruptJournalException;
import bankroll.journal.Frame;
import bankroll.journal.FrameFault;
import bankroll.journal.JournalReader;
import bankroll.ledger.Contradiction.Contradicted;
import bankroll.ledger.Ledger;
import bankroll.protocol.CommandHeader;
import bankroll.protocol.Items;
import org.agrona.DirectBuffer;

/**
 * From the journal to the tables: the same apply as live (ARCHITECTURE.md, What always holds, 1). Recovery and tools use it.
 *
 * <p>Entries of few items are prepared together with those that follow: one at a time, each would wait for memory alone. One
 * thread.
 */
public final class Replay {
    private final Ledger ledger;
    private final JournalReader reader;
    private final Items expected = new Items();
    private long preparedUpTo;

    /** Of what the reader has from where it stands, which is right behind the ledger's last entry. */
    public Replay(Ledger ledger, JournalReader reader) {
        this.ledger = ledger;
        this.reader = reader;
    }

    /**
     * Applies the next entry, and the reader stands on it; false at the tail.
     *
     * @throws CorruptJournalException when what stands there isn't the next frame, or what is recorded in it can't be, given the
     *     entries before it
     */
    public boolean next() {
        if (!reader.next()) {
            return false;
        }
        if (reader.sequence() > preparedUpTo) {
            prepare();
        }
        try {
            Contradicted contradicted = apply(ledger, reader.buffer(), reader.offset());
            if (contradicted != null) {
                throw corrupt(reader, contradicted.words());
            }
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            CorruptJournalException unreadable = corrupt(reader, e.getMessage());
            unreadable.initCause(e);
            throw unreadable;
        }
        return true;
    }

    /** Applies what there is, up to this entry. */
    public void upTo(long sequence) {
        boolean isMore = true;
        while (isMore && ledger.sequence() < sequence) {
            isMore = next();
        }
    }

    private void prepare() {
        DirectBuffer buffer = reader.buffer();
        preparedUpTo = reader.sequence() - 1;
        try {
            int frame = reader.offset();
            while (frame != JournalReader.NONE && ledger.expect(Frame.items(buffer, frame, expected))) {
                preparedUpTo++;
                frame = reader.following(frame);
            }
            ledger.prepare(buffer);
        } catch (IllegalArgumentException | IndexOutOfBoundsException | ConditionException e) {
            // What can't be read is told when its turn comes.
            ledger.forgetExpected();
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
