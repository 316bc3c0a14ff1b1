package bankroll.ledger;

import bankroll.ledger.rule.Found;
import bankroll.ledger.table.LedgerView;
import bankroll.ledger.table.Tables;
import bankroll.protocol.CommandType;
import bankroll.protocol.Effect;
import bankroll.protocol.HashKey;
import bankroll.protocol.Items;
import bankroll.protocol.OutcomeRecord;
import bankroll.protocol.SettingsCommand;
import bankroll.protocol.TransactionItem;
import org.agrona.DirectBuffer;

/**
 * The table of proofs: whether what was recorded can have been decided on the state that it meets. Changes nothing and
 * decides nothing. One thread.
 */
final class Proof {
    private final Tables tables;
    private final TransactionProof transactions;
    private final OperatorProof operator;

    Proof(Tables tables, LedgerView view) {
        this.tables = tables;
        transactions = new TransactionProof(view);
        operator = new OperatorProof(view);
    }

    /** What can't be about an entry as a whole, or null; before its time is the ledger's. */
    Contradiction ofEntry(Items items, long sequence, long timeMs) {
        if (sequence != tables.sequence() + 1) {
            return Contradiction.SEQUENCE;
        }
        if (timeMs < tables.nowMs()) {
            return Contradiction.TIME_WENT_BACK;
        }
        if (items.type().isQuestion()) {
            return Contradiction.QUESTION;
        }
        if (items.count() < 1 || items.count() > items.type().maxItems()) {
            return Contradiction.ITEM_COUNT;
        }
        if (items.type() == CommandType.SETTINGS) {
            return ofStart(SettingsCommand.key(items.buffer(), items.item()));
        }
        if (tables.hashKey() == null) {
            return Contradiction.NO_START;
        }
        boolean isLate = items.type() == CommandType.TRANSACTIONS
                && timeMs >= tables.windows().endMs();
        return isLate ? Contradiction.NO_WINDOWS : null;
    }

    /** What can't be about an item, or null; before it is applied. */
    Contradiction of(Items items, Found found) {
        CommandType type = items.type();
        DirectBuffer entry = items.buffer();
        int item = items.item();
        int outcome = items.outcome();
        if (!possible(type, entry, item).has(entry, outcome)) {
            return Contradiction.OUTCOME;
        }
        return switch (type) {
            case TRANSACTIONS -> transactions.of(entry, item, outcome, found);
            case TRANSFERS -> operator.ofTransfer(entry, item, outcome, found);
            default ->
                OutcomeRecord.effect(entry, outcome) == Effect.CHANGED
                        ? operator.ofChange(type, entry, item, outcome, found)
                        : null;
        };
    }

    private static PossibleOutcomes possible(CommandType type, DirectBuffer entry, int item) {
        return type == CommandType.TRANSACTIONS
                ? PossibleOutcomes.of(TransactionItem.type(entry, item))
                : PossibleOutcomes.of(type);
    }

    private Contradiction ofStart(HashKey key) {
        boolean isOther = tables.hashKey() != null && !tables.hashKey().equals(key);
        return isOther ? Contradiction.OTHER_HASH_KEY : null;
    }
}
