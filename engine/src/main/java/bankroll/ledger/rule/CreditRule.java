package bankroll.ledger.rule;

import bankroll.ledger.table.LedgerView;
import bankroll.protocol.Amounts;
import bankroll.protocol.Anomaly;
import bankroll.protocol.Effect;
import bankroll.protocol.Outcome;
import bankroll.protocol.TransactionItem;
import bankroll.protocol.TransactionType;
import org.agrona.DirectBuffer;

/** Can this win be paid: player and currency, reference, 19 digits, in that order (decisions §8). */
final class CreditRule {
    private final LedgerView view;

    CreditRule(LedgerView view) {
        this.view = view;
    }

    void decide(DirectBuffer items, int item, Decision decision) {
        int account = decision.account();
        long amount = TransactionItem.amount(items, item);
        if (account == Decision.NONE || !view.hasCurrencyOf(items, item, account)) {
            refuse(decision, Outcome.REFERENCE_NOT_FOUND, Anomaly.CREDIT_UNKNOWN_PLAYER, account);
        } else if (!referenceStands(items, item, decision.reference())) {
            refuse(decision, Outcome.REFERENCE_NOT_FOUND, Anomaly.CREDIT_UNKNOWN_REFERENCE, account);
        } else if (!Amounts.fits(view.balance(account), amount)) {
            refuse(decision, Outcome.LIMIT_EXCEEDED, Anomaly.NONE, account);
        } else {
            decision.book(Outcome.OK, Effect.BOOKED, Anomaly.NONE, amount, view.balance(account) + amount);
        }
    }

    private static void refuse(Decision decision, Outcome outcome, Anomaly anomaly, int account) {
        decision.note(outcome, Effect.REFUSED, anomaly, account);
    }

    /** A reference must be a booked debit of the same player that wasn't given back; none at all is fine. */
    private boolean referenceStands(DirectBuffer items, int item, int target) {
        if (!TransactionItem.hasReference(items, item)) {
            return true;
        }
        return target != Decision.NONE
                && view.type(target) == TransactionType.DEBIT
                && view.isBooked(target)
                && !view.isReversed(target)
                && view.playerTag(target) == TransactionItem.playerLow(items, item);
    }
}
