package bankroll.ledger.rule;

import bankroll.ledger.table.LedgerView;
import bankroll.protocol.Anomaly;
import bankroll.protocol.Outcome;
import bankroll.protocol.TransactionItem;
import bankroll.protocol.TransactionType;
import org.agrona.DirectBuffer;

/**
 * Debit, credit or rollback: what was recorded under the id answers first, then the rule of the type (decisions §6).
 */
public final class TransactionRule {
    private final LedgerView view;
    private final DebitRule debit;
    private final CreditRule credit;
    private final RollbackRule rollback;

    /** The rule over this view. */
    public TransactionRule(LedgerView view) {
        this.view = view;
        debit = new DebitRule(view);
        credit = new CreditRule(view);
        rollback = new RollbackRule(view);
    }

    /** Decides one item. */
    public void decide(DirectBuffer items, int item, Decision decision) {
        int account = decision.account();
        int record = decision.record();
        boolean recorded = record != Decision.NONE && view.type(record) != TransactionType.TOMBSTONE;
        if (recorded && answersAgain(items, item, decision, account, record)) {
            return;
        }
        switch (TransactionItem.type(items, item)) {
            case DEBIT -> debit.decide(items, item, decision);
            case CREDIT -> credit.decide(items, item, decision);
            case ROLLBACK -> rollback.decide(items, item, decision);
            default -> throw new IllegalArgumentException("no platform sends such an item");
        }
    }

    /** Whether the record settles it: everything but a refused credit, which is decided anew. */
    private boolean answersAgain(DirectBuffer items, int item, Decision decision, int account, int record) {
        if (view.fingerprint(record) != TransactionItem.fingerprint(items, item)) {
            boolean samePlayer = view.playerTag(record) == TransactionItem.playerLow(items, item);
            decision.untimed(
                    Outcome.DUPLICATE_MISMATCH, Anomaly.DUPLICATE_MISMATCH, samePlayer ? account : Decision.NONE);
            return true;
        }
        if (view.isBooked(record)) {
            decision.again(Outcome.OK, record, account);
            return true;
        }
        if (view.type(record) == TransactionType.DEBIT) {
            boolean targeted = view.isTargeted(record);
            decision.again(targeted ? Outcome.ROLLED_BACK : view.status(record), record, account);
            return true;
        }
        return false;
    }
}
