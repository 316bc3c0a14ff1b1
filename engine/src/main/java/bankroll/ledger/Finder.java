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
 * <p>Of a batch of transactions it finds them a group of items at a time, touched together by a {@link LookAhead}; what is found
 * this way is only a guess until {@link #find} confirms it. Of other commands groups are touched only. Changes nothing. One
 * thread; no allocation. {@code config/service.options} names methods here that the JIT compiler keeps apart: together they
 * take it seconds.
 */
final class Finder {
    private static final int GROUP = LookAhead.GROUP;
    private static final int NONE = -1;

    private final LedgerView view;
    private final HashIndex transactions;
    private final HashIndex accountIndex;
    private final HashIndex sessions;
    private final LookAhead lookAhead;
    private final Items ahead = new Items();
    private final int[] places = new int[GROUP];
    private final int[] accounts = new int[GROUP];
    private final int[] openSessions = new int[GROUP];
    private final int[] references = new int[GROUP];

    Finder(Tables tables, LedgerView view, LookAhead lookAhead) {
        this.view = view;
        this.lookAhead = lookAhead;
        transactions = tables.transactions().lookup();
        accountIndex = tables.players().lookup();
        sessions = tables.sessions().lookup();
    }

    /** To be called before the first item of a command is asked for. */
    void begin(Items items) {
        if (items.count() > 1 || items.type() == CommandType.TRANSACTIONS) {
            ahead.wrap(items);
            lookAhead.touch(items.buffer(), items.item(), items.outcome());
        }
    }

    /** Fills in the records of an item, as they are now: items before it may have added some. Items come in their order. */
    void find(Items items, Decision decision) {
        if (items.type() == CommandType.TRANSACTIONS) {
            transaction(items.buffer(), items.item(), items.index() % GROUP, decision);
        } else {
            if (items.count() > 1 && items.index() % GROUP == 0) {
                lookAhead.addSome(ahead);
                lookAhead.touch(items.buffer());
            }
            other(items.type(), items.buffer(), items.item(), decision);
        }
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
        if (inGroup == 0) {
            findGroup(entry);
        }
        int account = accountIndex.find(
                TransactionItem.playerHigh(entry, item), TransactionItem.playerLow(entry, item), accounts[inGroup]);
        int record = transactions.find(TransactionItem.idHigh(entry, item), TransactionItem.idLow(entry, item));
        decision.names(account, session(entry, item, inGroup), record, reference(entry, item, inGroup));
    }

    private int session(DirectBuffer entry, int item, int inGroup) {
        if (!TransactionItem.isOurSession(entry, item)) {
            return NONE;
        }
        long high = TransactionItem.sessionHigh(entry, item);
        return sessions.find(high, TransactionItem.sessionLow(entry, item), openSessions[inGroup]);
    }

    private int reference(DirectBuffer entry, int item, int inGroup) {
        long low = TransactionItem.referenceLow(entry, item);
        return low == 0
                ? NONE
                : transactions.find(TransactionItem.referenceHigh(entry, item), low, references[inGroup]);
    }

    private void findGroup(DirectBuffer entry) {
        int size = 0;
        while (size < GROUP && ahead.next()) {
            places[size++] = ahead.item();
        }
        touchSlots(entry, size);
        touchRecords(entry, size);
        touchSessions(size);
    }

    private void touchSlots(DirectBuffer entry, int size) {
        for (int i = 0; i < size; i++) {
            lookAhead.addSlots(entry, places[i]);
        }
        lookAhead.touch();
    }

    private void touchRecords(DirectBuffer entry, int size) {
        for (int i = 0; i < size; i++) {
            accounts[i] = lookAhead.account(entry, places[i]);
            references[i] = lookAhead.reference(entry, places[i]);
        }
        for (int i = 0; i < size; i++) {
            lookAhead.addRecords(entry, places[i], accounts[i], references[i]);
        }
        lookAhead.touch();
    }

    private void touchSessions(int size) {
        for (int i = 0; i < size; i++) {
            openSessions[i] = lookAhead.newestSession(accounts[i]);
            lookAhead.addSession(openSessions[i]);
        }
        lookAhead.touch();
    }
}
