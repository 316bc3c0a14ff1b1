package bankroll.ledger;

import bankroll.ledger.rule.Decision;
import bankroll.ledger.table.LedgerView;
import bankroll.protocol.Amounts;
import bankroll.protocol.Outcome;
import bankroll.protocol.Outcome.Effect;
import bankroll.protocol.TransactionItem;
import bankroll.protocol.TransactionType;
import org.agrona.DirectBuffer;

/**
 * Whether what was recorded for a debit, credit or rollback can have been decided on the state that it meets. Changes
 * nothing and decides nothing: limits, funds of a refused debit and the age of a session are the rules' affair. On the
 * way of every replayed booking: one thread, no allocation, nothing read that the booking itself doesn't need.
 */
final class TransactionProof {
    private static final int NONE = -1;

    private final LedgerView view;

    TransactionProof(LedgerView view) {
        this.view = view;
    }

    /** What can't be, or null; before the item is applied. */
    Contradiction of(DirectBuffer entry, int item, Decision decided) {
        TransactionType type = TransactionItem.type(entry, item);
        if (!PossibleOutcomes.of(type).has(decided)) {
            return Contradiction.OUTCOME;
        }
        Contradiction wrong = switch (decided.effect()) {
            case BOOKED ->
                type == TransactionType.DEBIT ? ofDebit(entry, item, decided) : ofCredit(entry, item, decided);
            case REVERSED -> ofReversal(entry, item, decided);
            case REFUSED -> ofRefusal(entry, item, decided);
            case TOMBSTONED -> ofTombstone(entry, item, decided);
            case NOTED -> ofNote(entry, item, decided);
            default -> ofAnswer(entry, item, decided);
        };
        return wrong == null ? ofRest(entry, item, decided) : wrong;
    }

    private Contradiction ofDebit(DirectBuffer entry, int item, Decision decided) {
        if (decided.record() != NONE) {
            return before(entry, item, decided.record());
        }
        Contradiction wrong = ofMoving(entry, item, decided);
        if (wrong != null) {
            return wrong;
        }
        if (!decided.touchesSession()) {
            return Contradiction.NO_SESSION;
        }
        if (view.isBlocked(decided.account())) {
            return Contradiction.BLOCKED;
        }
        return ofBalance(decided, view, true);
    }

    private Contradiction ofCredit(DirectBuffer entry, int item, Decision decided) {
        if (isSettled(entry, item, decided.record())) {
            return before(entry, item, decided.record());
        }
        Contradiction wrong = ofMoving(entry, item, decided);
        if (wrong != null) {
            return wrong;
        }
        if (TransactionItem.hasReference(entry, item)
                && (!isBookedDebit(entry, item, decided.reference()) || view.isReversed(decided.reference()))) {
            return Contradiction.REFERENCE;
        }
        return ofBalance(decided, view, false);
    }

    /** Of a debit or a credit: the account, its currency, and what was asked for. */
    private Contradiction ofMoving(DirectBuffer entry, int item, Decision decided) {
        int account = decided.account();
        if (account == NONE) {
            return Contradiction.UNKNOWN_PLAYER;
        }
        if (!view.hasCurrencyOf(entry, item, account)) {
            return Contradiction.OTHER_CURRENCY;
        }
        boolean isAsAsked = decided.amount() == TransactionItem.amount(entry, item);
        return isAsAsked ? null : Contradiction.AMOUNT;
    }

    private Contradiction ofReversal(DirectBuffer entry, int item, Decision decided) {
        int debit = decided.reference();
        if (isSettled(entry, item, decided.record())) {
            return before(entry, item, decided.record());
        }
        if (decided.account() == NONE) {
            return Contradiction.UNKNOWN_PLAYER;
        }
        if (!isBookedDebit(entry, item, debit)) {
            return Contradiction.REVERSED_NOTHING;
        }
        if (view.isReversed(debit)) {
            return Contradiction.REVERSED_TWICE;
        }
        if (decided.amount() != view.amount(debit)) {
            return Contradiction.REVERSED_OTHER_AMOUNT;
        }
        return ofBalance(decided, view, false);
    }

    /** Whether the account has what is taken, or room for what is given, and the balance afterwards, where one is said. */
    static Contradiction ofBalance(Decision decided, LedgerView view, boolean takes) {
        long amount = decided.amount();
        long before = view.balance(decided.account());
        if (takes && !Amounts.covers(before, amount)) {
            return Contradiction.BELOW_ZERO;
        }
        if (!takes && !Amounts.fits(before, amount)) {
            return Contradiction.OVER_19_DIGITS;
        }
        long after = takes ? before - amount : before + amount;
        return !decided.hasBalance() || decided.balance() == after ? null : Contradiction.BALANCE;
    }

    private Contradiction ofRefusal(DirectBuffer entry, int item, Decision decided) {
        int record = decided.record();
        if (isSettled(entry, item, record)) {
            return before(entry, item, record);
        }
        boolean isRolledBack = decided.outcome() == Outcome.ROLLED_BACK;
        boolean isDebit = TransactionItem.type(entry, item) == TransactionType.DEBIT;
        if (isDebit && isRolledBack != (record != NONE)) {
            return isRolledBack ? Contradiction.ROLLED_BACK_WITHOUT_ROLLBACK : Contradiction.REFUSED_AFTER_ROLLBACK;
        }
        return null;
    }

    private Contradiction ofTombstone(DirectBuffer entry, int item, Decision decided) {
        int target = decided.reference();
        if (isSettled(entry, item, decided.record())) {
            return before(entry, item, decided.record());
        }
        boolean isFree = target == NONE || view.type(target) == TransactionType.TOMBSTONE;
        boolean isRefused = !isFree && isDebit(entry, item, target) && !view.isBooked(target);
        boolean isMarked = TransactionItem.hasReference(entry, item) && (isFree || isRefused);
        return isMarked ? null : Contradiction.TOMBSTONE;
    }

    private Contradiction ofNote(DirectBuffer entry, int item, Decision decided) {
        int target = decided.reference();
        if (isSettled(entry, item, decided.record())) {
            return before(entry, item, decided.record());
        }
        if (target == NONE || view.type(target) == TransactionType.TOMBSTONE) {
            return Contradiction.NOT_REVERSED;
        }
        boolean isGivenBack = isBookedDebit(entry, item, target) && view.isReversed(target);
        return isGivenBack || view.type(target) != TransactionType.DEBIT ? null : Contradiction.NOT_REVERSED;
    }

    /** Nothing changed: an answer that was given before, a mismatch, a retry. */
    private Contradiction ofAnswer(DirectBuffer entry, int item, Decision decided) {
        Outcome answer = decided.outcome();
        if (answer == Outcome.RETRY || answer == Outcome.DUPLICATE_MISMATCH) {
            return null;
        }
        int record = decided.record();
        boolean isRepeated = record != NONE
                && view.type(record) == TransactionItem.type(entry, item)
                && view.fingerprint(record) == TransactionItem.fingerprint(entry, item)
                && view.isBooked(record) == (answer == Outcome.OK);
        return isRepeated ? null : Contradiction.REPEATED_WITHOUT_FIRST;
    }

    /** What goes for every item: its time, its session, and what it says when nothing moved. */
    private Contradiction ofRest(DirectBuffer entry, int item, Decision decided) {
        Effect effect = decided.effect();
        if (effect != Effect.NONE && !isOfNow(decided, view)) {
            return Contradiction.OTHER_TIME;
        }
        if (decided.touchesSession() && !isSession(entry, item, effect, decided)) {
            return Contradiction.FOREIGN_SESSION;
        }
        if (effect == Effect.BOOKED || effect == Effect.REVERSED) {
            return decided.hasBalance() ? null : Contradiction.NO_BALANCE;
        }
        return ofRest(decided, view);
    }

    /** What an outcome says when nothing moved. */
    static Contradiction ofRest(Decision decided, LedgerView view) {
        if (decided.amount() != 0) {
            return Contradiction.AMOUNT_WITHOUT_BOOKING;
        }
        if (!decided.hasBalance()) {
            return null;
        }
        if (decided.account() == NONE) {
            return Contradiction.BALANCE_WITHOUT_ACCOUNT;
        }
        return decided.balance() == view.balance(decided.account()) ? null : Contradiction.BALANCE;
    }

    static boolean isOfNow(Decision decided, LedgerView view) {
        return decided.hasTime() && decided.timeMs() == view.nowMs();
    }

    private boolean isSession(DirectBuffer entry, int item, Effect effect, Decision decided) {
        return TransactionItem.type(entry, item) == TransactionType.DEBIT
                && (effect == Effect.BOOKED || effect == Effect.REFUSED)
                && decided.account() != NONE
                && decided.session() != NONE
                && view.sessionAccount(decided.session()) == decided.account()
                && !view.isClosed(decided.session());
    }

    private boolean isBookedDebit(DirectBuffer entry, int item, int record) {
        return record != NONE && isDebit(entry, item, record) && view.isBooked(record);
    }

    /** Whether it is a debit of the item's player. */
    private boolean isDebit(DirectBuffer entry, int item, int record) {
        return view.type(record) == TransactionType.DEBIT
                && view.playerTag(record) == TransactionItem.playerLow(entry, item);
    }

    /** Whether the id has its answer: anything but a tombstone and a refused credit, which is decided anew. */
    private boolean isSettled(DirectBuffer entry, int item, int record) {
        if (record == NONE || view.type(record) == TransactionType.TOMBSTONE) {
            return false;
        }
        boolean isDecidedAnew = view.type(record) == TransactionType.CREDIT
                && !view.isBooked(record)
                && view.fingerprint(record) == TransactionItem.fingerprint(entry, item);
        return !isDecidedAnew;
    }

    /** What is wrong with deciding an id that has its answer. */
    private Contradiction before(DirectBuffer entry, int item, int record) {
        if (view.type(record) == TransactionType.TOMBSTONE) {
            return Contradiction.BOOKED_AFTER_ROLLBACK;
        }
        if (view.fingerprint(record) != TransactionItem.fingerprint(entry, item)) {
            return Contradiction.OTHER_CONTENT;
        }
        return view.isBooked(record) ? Contradiction.BOOKED_TWICE : Contradiction.BOOKED_AFTER_REFUSAL;
    }
}
