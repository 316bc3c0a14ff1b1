package bankroll.tools.source;

import bankroll.journal.Frame;
import bankroll.journal.JournalReader;
import bankroll.journal.JournalSource;
import bankroll.protocol.CommandHeader;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.HashKey;
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
        HashKey key = key(source);
        return key == null ? null : LedgerId.of(key);
    }

    /** As {@link #of}: the ledger's secret, by which the ids in its entries are hashed. */
    public static HashKey key(JournalSource source) {
        try (JournalReader reader = source.reader(source.firstSequence())) {
            while (reader.next()) {
                HashKey key = key(reader.buffer(), reader.offset());
                if (key != null) {
                    return key;
                }
            }
            return null;
        }
    }

    /** What one frame tells; null when it is no start. */
    public static LedgerId told(DirectBuffer buffer, int frame) {
        HashKey key = key(buffer, frame);
        return key == null ? null : LedgerId.of(key);
    }

    private static HashKey key(DirectBuffer buffer, int frame) {
        int command = frame + Frame.HEADER_LENGTH;
        boolean isStart = CommandHeader.version(buffer, command) == CommandHeader.VERSION
                && buffer.getShort(command) == CommandType.SETTINGS.code();
        return isStart ? SettingsCommand.key(buffer, CommandHeader.itemsOffset(buffer, command)) : null;
    }
}
