package bankroll.ledger;

import bankroll.ledger.rule.Decision;
import bankroll.ledger.table.LedgerView;
import bankroll.ledger.table.Tables;
import bankroll.protocol.AuthenticateCommand;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.Fields;
import bankroll.protocol.HashKey;
import bankroll.protocol.Items;
import bankroll.protocol.LaunchCodeItem;
import bankroll.protocol.LimitWindows;
import bankroll.protocol.Outcome;
import bankroll.protocol.Outcome.Anomaly;
import bankroll.protocol.Outcome.Effect;
import bankroll.protocol.PlayerCommand;
import bankroll.protocol.SettingsCommand;
import bankroll.protocol.TransferItem;
import bankroll.protocol.TransferType;
import org.agrona.DirectBuffer;

/**
 * Whether what was recorded can have been decided on the state that it meets: an entry as a whole, and what operators and
 * players' sessions do in it; {@link TransactionProof} looks at debits, credits and rollbacks. Changes nothing and decides
 * nothing. One thread.
 */
final class Proof {
    private static final int NONE = -1;

    private final Tables tables;
    private final TransactionProof transactions;
    private final LedgerView view;

    Proof(Tables tables, LedgerView view) {
        this.tables = tables;
        this.view = view;
        transactions = new TransactionProof(view);
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
    Contradiction of(Items items, Decision decided) {
        return items.type() == CommandType.TRANSACTIONS
                ? transactions.of(items.buffer(), items.item(), decided)
                : ofOther(items.type(), items.buffer(), items.item(), decided);
    }

    private Contradiction ofStart(HashKey key) {
        boolean isOther = tables.hashKey() != null && !tables.hashKey().equals(key);
        return isOther ? Contradiction.OTHER_HASH_KEY : null;
    }

    private Contradiction ofOther(CommandType type, DirectBuffer entry, int item, Decision decided) {
        if (!PossibleOutcomes.of(type).has(decided)) {
            return Contradiction.OUTCOME;
        }
        if (type == CommandType.TRANSFERS) {
            return ofTransfer(entry, item, decided);
        }
        return decided.effect() == Effect.CHANGED ? ofChange(type, entry, item, decided) : null;
    }

    private Contradiction ofChange(CommandType type, DirectBuffer entry, int item, Decision decided) {
        return switch (type) {
            case WINDOWS -> ofWindows(entry, item);
            case PLAYERS -> decided.account() == NONE ? null : Contradiction.OPENED_TWICE;
            case AUTHENTICATE -> ofSession(entry, item, decided);
            case LAUNCH_CODES -> ofLaunchCode(entry, item, decided);
            case CLOSE_SESSION -> ofClosing(decided.session());
            case BLOCK -> ofBlock(entry, item, decided.account());
            case UNBLOCK -> ofUnblocking(decided.account());
            case PROFILE, LIMITS, CLOSE_SESSIONS -> decided.account() == NONE ? Contradiction.NO_SUCH_PLAYER : null;
            default -> null;
        };
    }

    private Contradiction ofTransfer(DirectBuffer entry, int item, Decision decided) {
        int record = decided.record();
        if (decided.effect() == Effect.BOOKED) {
            return record == NONE ? ofMoving(entry, item, decided) : before(entry, item, record);
        }
        boolean isRepeated = record != NONE && view.fingerprint(record) == TransferItem.fingerprint(entry, item);
        if (decided.outcome() == Outcome.OK && !isRepeated) {
            return Contradiction.REPEATED_WITHOUT_FIRST;
        }
        return TransactionProof.ofRest(decided, view);
    }

    private Contradiction before(DirectBuffer entry, int item, int record) {
        boolean isSame = view.fingerprint(record) == TransferItem.fingerprint(entry, item);
        return isSame ? Contradiction.BOOKED_TWICE : Contradiction.OTHER_CONTENT;
    }

    private Contradiction ofMoving(DirectBuffer entry, int item, Decision decided) {
        int account = decided.account();
        if (account == NONE) {
            return Contradiction.UNKNOWN_PLAYER;
        }
        if (!view.hasCurrency(account, entry, TransferItem.currencyOffset(item))) {
            return Contradiction.OTHER_CURRENCY;
        }
        if (!isDirected(TransferItem.type(entry, item), TransferItem.takes(entry, item))) {
            return Contradiction.WRONG_DIRECTION;
        }
        if (decided.amount() != TransferItem.amount(entry, item)) {
            return Contradiction.AMOUNT;
        }
        if (!TransactionProof.isOfNow(decided, view)) {
            return Contradiction.OTHER_TIME;
        }
        Contradiction wrong = TransactionProof.ofBalance(decided, view, TransferItem.takes(entry, item));
        return wrong == null && !decided.hasBalance() ? Contradiction.NO_BALANCE : wrong;
    }

    private static boolean isDirected(TransferType type, boolean takes) {
        return type == TransferType.ADJUSTMENT || takes == (type == TransferType.WITHDRAWAL);
    }

    private Contradiction ofWindows(DirectBuffer entry, int item) {
        return view.canFollow(LimitWindows.get(new Fields().read(entry, item))) ? null : Contradiction.WINDOWS;
    }

    private Contradiction ofSession(DirectBuffer entry, int item, Decision decided) {
        int code = view.launchCode(entry, AuthenticateCommand.codeHashOffset(item));
        if (code == NONE || !view.isForGame(code, entry, AuthenticateCommand.gameHashOffset(item))) {
            return Contradiction.LAUNCH_CODE;
        }
        if (isBeyondBound(view.launchCodeAccount(code), decided.anomaly())) {
            return Contradiction.SESSION_BOUND;
        }
        boolean isKnown = view.session(entry, AuthenticateCommand.sessionOffset(item)) != NONE;
        return isKnown ? Contradiction.SESSION_OPENED_TWICE : null;
    }

    /** One gives way where so many are kept, and has to where all of them are open. */
    private boolean isBeyondBound(int account, Anomaly anomaly) {
        boolean closesOldest = anomaly == Anomaly.OLDEST_SESSION_CLOSED;
        return closesOldest ? !view.isAtSessionBound(account) : view.hasMostSessions(account);
    }

    private Contradiction ofLaunchCode(DirectBuffer entry, int item, Decision decided) {
        int account = decided.account();
        if (account == NONE) {
            return Contradiction.NO_SUCH_PLAYER;
        }
        if (view.isBlocked(account)) {
            return Contradiction.LAUNCH_CODE_BLOCKED;
        }
        if (LaunchCodeItem.hasCurrency(entry, item)
                && !view.hasCurrency(account, entry, LaunchCodeItem.currencyOffset(item))) {
            return Contradiction.LAUNCH_CODE_CURRENCY;
        }
        return decided.hasTime() ? null : Contradiction.LAUNCH_CODE_WITHOUT_END;
    }

    private Contradiction ofClosing(int session) {
        return session == NONE || view.isClosed(session) ? Contradiction.SESSION_NOT_OPEN : null;
    }

    private Contradiction ofBlock(DirectBuffer entry, int item, int account) {
        if (account == NONE) {
            return Contradiction.NO_SUCH_PLAYER;
        }
        PlayerCommand.Block block = PlayerCommand.block(entry, item);
        if (block.untilMs() <= view.nowMs()) {
            return Contradiction.BLOCK_IN_THE_PAST;
        }
        boolean isWeaker = !block.selfExcluded() || block.untilMs() < view.blockEndsAtMs(account);
        return view.isSelfExcluded(account) && isWeaker ? Contradiction.SELF_EXCLUSION : null;
    }

    private Contradiction ofUnblocking(int account) {
        if (account == NONE) {
            return Contradiction.NO_SUCH_PLAYER;
        }
        return view.isSelfExcluded(account) ? Contradiction.SELF_EXCLUSION : null;
    }
}
