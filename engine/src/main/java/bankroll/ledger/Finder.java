package bankroll.ledger;

import bankroll.ledger.rule.Decision;
import bankroll.ledger.table.HashIndex;
import bankroll.ledger.table.LedgerView;
import bankroll.ledger.table.Tables;
import bankroll.protocol.AuthenticateCommand;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.Items;
import bankroll.protocol.LaunchCodeItem;
import bankroll.protocol.PlayerCommand;
import bankroll.protocol.PlayerItem;
import bankroll.protocol.SessionCommand;
import bankroll.protocol.TransactionItem;
import bankroll.protocol.TransferItem;
import org.agrona.DirectBuffer;

/**
 * Finds the records that an item names, once for its rule, its proof and its applier.
 *
 * <p>It finds the items of a command a group at a time, brought into the cache together by a {@link LookAhead}; what that guessed
 * of a transaction is confirmed here. Changes nothing. One thread; no allocation. {@code config/service.options} names methods
 * of both that the JIT compiler keeps apart: together they take it seconds.
 */
final class Finder {
    private static final int NONE = -1;

    private final LedgerView view;
    private final HashIndex transactions;
    private final HashIndex accounts;
    private final HashIndex sessions;
    private final LookAhead lookAhead;
    private final Items ahead = new Items();

    Finder(Tables tables, LedgerView view, LookAhead lookAhead) {
        this.view = view;
        this.lookAhead = lookAhead;
        transactions = tables.transactions().lookup();
        accounts = tables.players().lookup();
        sessions = tables.sessions().lookup();
    }

    /** To be called before the first item of a command is asked for. */
    void begin(Items items) {
        if (isGrouped(items)) {
            ahead.wrap(items);
            lookAhead.bring(items.buffer(), items.item(), items.outcome());
        }
    }

    /** Fills in the records of an item, as they are now: items before it may have added some. Items come in their order. */
    void find(Items items, Decision decision) {
        int inGroup = items.index() % LookAhead.GROUP;
        if (inGroup == 0 && isGrouped(items)) {
            lookAhead.addSome(ahead);
            lookAhead.bring(items.buffer());
        }
        if (items.type() == CommandType.TRANSACTIONS) {
            transaction(items.buffer(), items.item(), inGroup, decision);
        } else {
            other(items.type(), items.buffer(), items.item(), decision);
        }
    }

    private static boolean isGrouped(Items items) {
        return items.count() > 1 || items.type() == CommandType.TRANSACTIONS;
    }

    private void other(CommandType type, DirectBuffer entry, int item, Decision decision) {
        switch (type) {
            case TRANSFERS -> transfer(entry, item, decision);
            case AUTHENTICATE ->
                decision.namesSession(view.repeatedSession(entry, AuthenticateCommand.exchangeHashOffset(item)));
            case CLOSE_SESSION -> decision.namesSession(view.session(entry, SessionCommand.sessionOffset(item)));
            case PLAYERS -> decision.namesAccount(view.player(entry, PlayerItem.playerHashOffset(item)));
            case LAUNCH_CODES -> decision.namesAccount(view.player(entry, LaunchCodeItem.playerHashOffset(item)));
            case PROFILE, BLOCK, UNBLOCK, LIMITS, CLOSE_SESSIONS, BALANCE, PLAYER, SESSIONS ->
                decision.namesAccount(view.player(entry, PlayerCommand.playerHashOffset(item)));
            default -> decision.names(NONE, NONE, NONE, NONE);
        }
    }

    private void transfer(DirectBuffer entry, int item, Decision decision) {
        int account = view.player(entry, TransferItem.playerHashOffset(item));
        int record = view.transaction(entry, TransferItem.idHashOffset(item));
        decision.names(account, NONE, record, NONE);
    }

    private void transaction(DirectBuffer entry, int item, int inGroup, Decision decision) {
        long high = TransactionItem.playerHigh(entry, item);
        int account = accounts.find(high, TransactionItem.playerLow(entry, item), lookAhead.account(inGroup));
        int record = transactions.find(TransactionItem.idHigh(entry, item), TransactionItem.idLow(entry, item));
        decision.names(account, session(entry, item, inGroup), record, reference(entry, item, inGroup));
    }

    private int session(DirectBuffer entry, int item, int inGroup) {
        if (!TransactionItem.isOurSession(entry, item)) {
            return NONE;
        }
        long high = TransactionItem.sessionHigh(entry, item);
        return sessions.find(high, TransactionItem.sessionLow(entry, item), lookAhead.session(inGroup));
    }

    private int reference(DirectBuffer entry, int item, int inGroup) {
        long low = TransactionItem.referenceLow(entry, item);
        return low == 0
                ? NONE
                : transactions.find(TransactionItem.referenceHigh(entry, item), low, lookAhead.reference(inGroup));
    }
}
