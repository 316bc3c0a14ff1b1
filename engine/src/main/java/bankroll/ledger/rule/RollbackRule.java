package bankroll.ledger.rule;

import bankroll.ledger.table.LedgerView;
import bankroll.protocol.Amounts;
import bankroll.protocol.Anomaly;
import bankroll.protocol.Effect;
import bankroll.protocol.Outcome;
import bankroll.protocol.TransactionItem;
import bankroll.protocol.TransactionType;
import org.agrona.DirectBuffer;

/** What there is to give back; nothing is also ok (decisions §9). */
final class RollbackRule {
    private final LedgerView view;

    RollbackRule(LedgerView view) {
        this.view = view;
    }

    void decide(DirectBuffer items, int item, Decision decision) {
        int account = decision.account();
        int target = decision.reference();
        if (target == Decision.NONE || view.type(target) == TransactionType.TOMBSTONE) {
            decision.note(Outcome.OK, Effect.TOMBSTONED, Anomaly.NONE, account);
        } else if (view.type(target) != TransactionType.DEBIT) {
            decision.note(Outcome.OK, Effect.NOTED, Anomaly.ROLLBACK_OF_NON_DEBIT, account);
        } else if (view.playerTag(target) != TransactionItem.playerLow(items, item)) {
            decision.untimed(Outcome.DUPLICATE_MISMATCH, Anomaly.ROLLBACK_OF_FOREIGN_DEBIT, Decision.NONE);
        } else if (!view.isBooked(target)) {
            decision.note(Outcome.OK, Effect.TOMBSTONED, Anomaly.NONE, account);
        } else if (view.isReversed(target)) {
            decision.note(Outcome.OK, Effect.NOTED, Anomaly.NONE, account);
        } else {
            reverse(target, decision, account);
        }
    }

    private void reverse(int target, Decision decision, int account) {
        boolean paidOut = view.isCredited(target);
        long amount = view.amount(target);
        long balance = view.balance(account);
        if (paidOut && view.settings().refuseRollbackAfterPayout()) {
            decision.untimed(Outcome.DUPLICATE_MISMATCH, Anomaly.ROLLBACK_AFTER_PAYOUT, account);
        } else if (!Amounts.fits(balance, amount)) {
            decision.untimed(Outcome.RETRY, Anomaly.NONE, Decision.NONE);
        } else {
            Anomaly anomaly = paidOut ? Anomaly.ROLLBACK_AFTER_PAYOUT : Anomaly.NONE;
            decision.book(Outcome.OK, Effect.REVERSED, anomaly, amount, balance + amount);
        }
    }
}
