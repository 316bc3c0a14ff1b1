package bankroll.ledger;

import bankroll.ledger.rule.Decision;
import bankroll.ledger.rule.Found;
import bankroll.ledger.table.LedgerView;
import bankroll.ledger.table.Tables;
import bankroll.protocol.CommandType;
import bankroll.protocol.HashKey;
import bankroll.protocol.Items;
import bankroll.protocol.SettingsCommand;

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
    Contradiction of(Items items, Found found, Decision decided) {
        return items.type() == CommandType.TRANSACTIONS
                ? transactions.of(items.buffer(), items.item(), found, decided)
                : operator.of(items.type(), items.buffer(), items.item(), found, decided);
    }

    private Contradiction ofStart(HashKey key) {
        boolean isOther = tables.hashKey() != null && !tables.hashKey().equals(key);
        return isOther ? Contradiction.OTHER_HASH_KEY : null;
    }
}
