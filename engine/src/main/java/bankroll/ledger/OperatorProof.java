package bankroll.ledger;

import bankroll.ledger.rule.Decision;
import bankroll.ledger.rule.Found;
import bankroll.ledger.table.LedgerView;
import bankroll.protocol.Anomaly;
import bankroll.protocol.AuthenticateCommand;
import bankroll.protocol.BlockCommand;
import bankroll.protocol.CommandType;
import bankroll.protocol.Effect;
import bankroll.protocol.Fields;
import bankroll.protocol.LaunchCodeItem;
import bankroll.protocol.LimitWindows;
import bankroll.protocol.Outcome;
import bankroll.protocol.TransferItem;
import bankroll.protocol.TransferType;
import org.agrona.DirectBuffer;

/**
 * As {@link TransactionProof}, for what operators and players' sessions do. Changes nothing and decides nothing. One
 * thread.
 */
final class OperatorProof {
    private static final int NONE = -1;

    private final LedgerView view;

    OperatorProof(LedgerView view) {
        this.view = view;
    }

    /** What can't be, or null; before the item is applied. */
    Contradiction of(CommandType type, DirectBuffer entry, int item, Found found, Decision decided) {
        if (!PossibleOutcomes.of(type).has(decided)) {
            return Contradiction.OUTCOME;
        }
        if (type == CommandType.TRANSFERS) {
            return ofTransfer(entry, item, found, decided);
        }
        return decided.effect() == Effect.CHANGED ? ofChange(type, entry, item, found, decided) : null;
    }

    private Contradiction ofChange(CommandType type, DirectBuffer entry, int item, Found found, Decision decided) {
        return switch (type) {
            case WINDOWS -> ofWindows(entry, item);
            case PLAYERS -> found.account() == NONE ? null : Contradiction.OPENED_TWICE;
            case AUTHENTICATE -> ofSession(entry, item, decided);
            case LAUNCH_CODES -> ofLaunchCode(entry, item, found.account(), decided);
            case CLOSE_SESSION -> ofClosing(found.session());
            case BLOCK -> ofBlock(entry, item, found.account());
            case UNBLOCK -> ofUnblocking(found.account());
            case PROFILE, LIMITS, CLOSE_SESSIONS -> found.account() == NONE ? Contradiction.NO_SUCH_PLAYER : null;
            default -> null;
        };
    }

    private Contradiction ofTransfer(DirectBuffer entry, int item, Found found, Decision decided) {
        int record = found.record();
        if (decided.effect() == Effect.BOOKED) {
            return record == NONE ? ofMoving(entry, item, found.account(), decided) : before(entry, item, record);
        }
        boolean isRepeated = record != NONE && view.fingerprint(record) == TransferItem.fingerprint(entry, item);
        if (decided.outcome() == Outcome.OK && !isRepeated) {
            return Contradiction.REPEATED_WITHOUT_FIRST;
        }
        return TransactionProof.ofRest(decided, view, found.account());
    }

    private Contradiction before(DirectBuffer entry, int item, int record) {
        boolean isSame = view.fingerprint(record) == TransferItem.fingerprint(entry, item);
        return isSame ? Contradiction.BOOKED_TWICE : Contradiction.OTHER_CONTENT;
    }

    private Contradiction ofMoving(DirectBuffer entry, int item, int account, Decision decided) {
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
        Contradiction wrong = TransactionProof.ofBalance(decided, view, account, TransferItem.takes(entry, item));
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

    private Contradiction ofLaunchCode(DirectBuffer entry, int item, int account, Decision decided) {
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
        BlockCommand.Block block = BlockCommand.get(entry, item);
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
