package bankroll.ledger.rule;

import bankroll.ledger.table.LedgerView;
import bankroll.protocol.Amounts;
import bankroll.protocol.LimitRecord;
import bankroll.protocol.LimitSlot;
import bankroll.protocol.Outcome;
import bankroll.protocol.Outcome.Anomaly;
import bankroll.protocol.Outcome.Effect;
import bankroll.protocol.TransactionItem;
import bankroll.protocol.TransactionType;
import org.agrona.DirectBuffer;

/**
 * How a debit, a credit and a rollback are decided: what was recorded under the id answers first (decisions §6), then the type
 * asks what it has to know, a debit by §7, a credit by §8, a rollback by §9. The order of the checks is the precedence of
 * the answers. One thread; no allocation.
 */
public final class TransactionRule {
    private static final LimitSlot[] SLOTS = LimitSlot.values();

    private final LedgerView view;

    /** The rule over this view. */
    public TransactionRule(LedgerView view) {
        this.view = view;
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
            case DEBIT -> debit(items, item, decision);
            case CREDIT -> credit(items, item, decision);
            case ROLLBACK -> rollback(items, item, decision);
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

    /** May this stake be taken: session, player, limits, funds, in that order (decisions §7). */
    private void debit(DirectBuffer items, int item, Decision decision) {
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

    /** Can this win be paid: player and currency, reference, 19 digits, in that order (decisions §8). */
    private void credit(DirectBuffer items, int item, Decision decision) {
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

    /** What there is to give back; nothing is also ok (decisions §9). */
    private void rollback(DirectBuffer items, int item, Decision decision) {
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
