package bankroll.tools.reconcile;

import bankroll.condition.ConditionException;
import bankroll.journal.JournalReader;
import bankroll.journal.JournalSource;
import bankroll.protocol.HashKey;
import bankroll.protocol.SettingsCommand;
import bankroll.tools.entry.Item;
import bankroll.tools.entry.ItemType;
import java.util.TreeSet;

/** What must be known of a journal before a list can be held against it. One thread. */
final class JournalFacts {
    private final JournalSource journal;
    private final Item item = new Item();

    JournalFacts(JournalSource journal) {
        this.journal = journal;
    }

    /** The journal's secret: the ids in its entries are hashed with it. */
    HashKey hashKey() {
        try (JournalReader reader = journal.reader(journal.firstSequence())) {
            while (reader.next()) {
                item.wrap(reader.buffer(), reader.offset());
                if (item.next() && item.type() == ItemType.START) {
                    return SettingsCommand.key(item.buffer(), item.offset());
                }
            }
        }
        throw ConditionException.misuse("the journal is empty: there is nothing to hold the list against");
    }

    /** The platform that alone has sent transactions. */
    String onlyPlatform() {
        TreeSet<String> platforms = new TreeSet<>();
        try (JournalReader reader = journal.reader(journal.firstSequence())) {
            while (reader.next() && platforms.size() < 2) {
                item.wrap(reader.buffer(), reader.offset());
                if (item.next() && item.type().isTransaction()) {
                    platforms.add(item.originName());
                }
            }
        }
        if (platforms.size() != 1) {
            throw ConditionException.misuse(
                    platforms.isEmpty()
                            ? "no platform has sent a transaction: there is nothing to hold the list against"
                            : "there are several platforms; say whose list it is: --platform "
                                    + String.join(" or ", platforms) + " or another");
        }
        return platforms.first();
    }
}
