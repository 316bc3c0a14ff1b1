package bankroll.ledger.rule;

import bankroll.ledger.table.LedgerView;
import bankroll.protocol.Amounts;
import bankroll.protocol.Anomaly;
import bankroll.protocol.Bits128;
import bankroll.protocol.Effect;
import bankroll.protocol.Outcome;
import bankroll.protocol.TransferItem;
import org.agrona.DirectBuffer;

/** May the operator book this: same id first, then player, currency, funds or 19 digits; refusals are forgotten. */
public final class TransferRule {
    private final LedgerView view;

    /** The rule over this view. */
    public TransferRule(LedgerView view) {
        this.view = view;
    }

    /** Decides one item. */
    public void decide(DirectBuffer items, int item, Decision decision) {
        int account = decision.account();
        int record = decision.record();
        if (record == Decision.NONE) {
            decideNew(items, item, decision, account);
        } else if (view.fingerprint(record) == TransferItem.fingerprint(items, item)) {
            decision.again(Outcome.OK, record, account);
        } else {
            boolean samePlayer = view.playerTag(record) == Bits128.low(items, TransferItem.playerHashOffset(item));
            decision.untimed(
                    Outcome.DUPLICATE_MISMATCH, Anomaly.DUPLICATE_MISMATCH, samePlayer ? account : Decision.NONE);
        }
    }

    private void decideNew(DirectBuffer items, int item, Decision decision, int account) {
        if (account == Decision.NONE) {
            decision.untimed(Outcome.PLAYER_NOT_FOUND, Anomaly.NONE, Decision.NONE);
            return;
        }
        long amount = TransferItem.amount(items, item);
        long balance = view.balance(account);
        boolean takes = TransferItem.takes(items, item);
        if (!view.hasCurrency(account, items, TransferItem.currencyOffset(item))) {
            decision.untimed(Outcome.CURRENCY_MISMATCH, Anomaly.NONE, account);
        } else if (takes && !Amounts.covers(balance, amount)) {
            decision.untimed(Outcome.INSUFFICIENT_FUNDS, Anomaly.NONE, account);
        } else if (!takes && !Amounts.fits(balance, amount)) {
            decision.untimed(Outcome.LIMIT_EXCEEDED, Anomaly.NONE, account);
        } else {
            long after = takes ? balance - amount : balance + amount;
            decision.book(Outcome.OK, Effect.BOOKED, Anomaly.NONE, amount, after);
        }
    }
}
