package bankroll.ledger.rule;

import bankroll.ledger.table.LedgerView;
import bankroll.protocol.Amounts;
import bankroll.protocol.Anomaly;
import bankroll.protocol.Effect;
import bankroll.protocol.LimitRecord;
import bankroll.protocol.LimitSlot;
import bankroll.protocol.Outcome;
import bankroll.protocol.TransactionItem;
import org.agrona.DirectBuffer;

/** May this stake be taken: session, player, limits, funds, in that order (decisions §7). */
final class DebitRule {
    private static final LimitSlot[] SLOTS = LimitSlot.values();

    private final LedgerView view;

    DebitRule(LedgerView view) {
        this.view = view;
    }

    void decide(DirectBuffer items, int item, Decision decision) {
        int account = decision.account();
        boolean hasTombstone = decision.record() != Decision.NONE;
        boolean inSession = account != Decision.NONE && isInSession(decision);
        Outcome refusal = hasTombstone ? Outcome.ROLLED_BACK : refusal(items, item, account, inSession);
        long amount = TransactionItem.amount(items, item);
        if (refusal == null) {
            decision.book(Outcome.OK, Effect.BOOKED, Anomaly.NONE, amount, view.balance(account) - amount);
        } else {
            decision.note(refusal, Effect.REFUSED, Anomaly.NONE, account);
        }
        if (inSession) {
            decision.touchSession();
        }
    }

    private Outcome refusal(DirectBuffer items, int item, int account, boolean inSession) {
        if (!inSession || !view.hasCurrencyOf(items, item, account)) {
            return Outcome.SESSION_INVALID;
        }
        if (view.isBlocked(account)) {
            return Outcome.PLAYER_BLOCKED;
        }
        long amount = TransactionItem.amount(items, item);
        if (amount != 0 && view.hasLimits(account) && exceedsLimit(account, amount)) {
            return Outcome.LIMIT_EXCEEDED;
        }
        return Amounts.covers(view.balance(account), amount) ? null : Outcome.INSUFFICIENT_FUNDS;
    }

    private boolean isInSession(Decision decision) {
        int session = decision.session();
        return session != Decision.NONE && view.sessionAccount(session) == decision.account() && view.isOpen(session);
    }

    /** Used + amount above a limit; equal is allowed (decisions §11). */
    private boolean exceedsLimit(int account, long amount) {
        DirectBuffer set = view.limits(account);
        for (LimitSlot slot : SLOTS) {
            if (LimitRecord.isInForce(set, 0, slot, view.nowMs())) {
                long limit = LimitRecord.amount(set, 0, slot, view.nowMs());
                if (view.used(account, slot).add(amount).exceeds(limit)) {
                    return true;
                }
            }
        }
        return false;
    }
}
