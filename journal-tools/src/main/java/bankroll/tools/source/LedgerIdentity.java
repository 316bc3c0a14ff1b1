package bankroll.tools.source;

import bankroll.journal.Frame;
import bankroll.journal.JournalReader;
import bankroll.journal.JournalSource;
import bankroll.protocol.CommandHeader;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.LedgerId;
import bankroll.protocol.SettingsCommand;
import org.agrona.DirectBuffer;

/** Which ledger a journal or a backup is of, as the entry of any start in it tells. */
public final class LedgerIdentity {
    private LedgerIdentity() {}

    /**
     * Reads up to the first start that is left: the first entry, unless a retention has removed it.
     *
     * @return null when no start is left
     * @throws bankroll.journal.CorruptJournalException when something before it is damaged
     */
    public static LedgerId of(JournalSource source) {
        try (JournalReader reader = source.reader(source.firstSequence())) {
            while (reader.next()) {
                LedgerId id = told(reader.buffer(), reader.offset());
                if (id != null) {
                    return id;
                }
            }
            return null;
        }
    }

    /** What one frame tells; null when it is no start. */
    public static LedgerId told(DirectBuffer buffer, int frame) {
        int command = frame + Frame.HEADER_LENGTH;
        boolean isStart = CommandHeader.version(buffer, command) == CommandHeader.VERSION
                && buffer.getShort(command) == CommandType.SETTINGS.code();
        return isStart ? LedgerId.of(SettingsCommand.key(buffer, CommandHeader.itemsOffset(buffer, command))) : null;
    }
}
