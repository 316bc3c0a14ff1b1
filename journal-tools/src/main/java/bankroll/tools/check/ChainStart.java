package bankroll.tools.check;

import bankroll.journal.ChainHead;
import bankroll.journal.CorruptJournalException;
import bankroll.journal.Frame;
import bankroll.journal.JournalReader;
import bankroll.journal.JournalSource;

/**
 * Where the chain of a journal can be followed from: its beginning, or, when a retention has removed that, the first
 * value carried by an entry that doesn't lie before what is left. The value itself is taken as given.
 */
public final class ChainStart {
    private ChainStart() {}

    /** Finds it; null when no entry up to this one carries such a value. */
    public static ChainHead of(JournalSource journal, long lastSequence) {
        return journal.firstSequence() == 1 ? ChainHead.START : firstCarried(journal, lastSequence);
    }

    private static ChainHead firstCarried(JournalSource journal, long lastSequence) {
        long first = journal.firstSequence();
        try (JournalReader reader = journal.reader(first)) {
            while (reader.next() && reader.sequence() <= lastSequence) {
                if (Frame.chainSequence(reader.buffer(), reader.offset()) + 1 >= first) {
                    return carried(reader);
                }
            }
        } catch (CorruptJournalException e) {
            // the check that reads the journal tells of it
        }
        return null;
    }

    private static ChainHead carried(JournalReader frame) {
        byte[] value = new byte[Frame.CHAIN_LENGTH];
        Frame.chain(frame.buffer(), frame.offset(), value);
        return new ChainHead(Frame.chainSequence(frame.buffer(), frame.offset()), value);
    }
}
