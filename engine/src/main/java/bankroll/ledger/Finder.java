package bankroll.ledger;

import bankroll.ledger.rule.Decision;
import bankroll.ledger.table.HashIndex;
import bankroll.ledger.table.HashIndex.CacheLines;
import bankroll.ledger.table.LedgerView;
import bankroll.ledger.table.Players;
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
 * <p>Of a batch of transactions it finds them a group of items at a time: all slots of a group are touched before the
 * first of them is read, and all records before the first is needed. Memory answers many questions at once in the time of
 * one, but only if they are asked together. What is found this way is only a guess until {@link #find} confirms it.
 * Changes nothing. One thread; no allocation. {@code config/service.options} names methods here that the JIT compiler keeps
 * apart: together they take it seconds.
 */
final class Finder {
    /** Items in a group: enough for all that memory does at once, few enough for the nearest cache to hold. */
    private static final int GROUP = 32;

    private static final int NONE = -1;
    private static final int MOST_LINES_PER_ITEM = 8;

    private final LedgerView view;
    private final HashIndex transactions;
    private final Players players;
    private final HashIndex accountIndex;
    private final HashIndex sessions;
    private final Items ahead = new Items();
    private final int[] places = new int[GROUP];
    private final int[] accounts = new int[GROUP];
    private final int[] openSessions = new int[GROUP];
    private final int[] references = new int[GROUP];
    private final CacheLines lines = new CacheLines(GROUP * MOST_LINES_PER_ITEM);

    Finder(Tables tables, LedgerView view) {
        this.view = view;
        transactions = tables.transactions().lookup();
        players = tables.players();
        accountIndex = players.lookup();
        sessions = tables.sessions().lookup();
    }

    /** To be called before the first item of a command is asked for. */
    void begin(Items items) {
        if (items.type() == CommandType.TRANSACTIONS) {
            ahead.wrap(items);
            touchItems(items);
        }
    }

    /** Fills in the records of an item, as they are now: items before it may have added some. Items come in their order. */
    void find(Items items, Decision decision) {
        if (items.type() == CommandType.TRANSACTIONS) {
            transaction(items.buffer(), items.item(), items.index() % GROUP, decision);
        } else {
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

    /** An item's place is known only from the length of the one before it; cache lines need no such chain. */
    private void touchItems(Items items) {
        DirectBuffer entry = items.buffer();
        int end = items.outcome();
        long touched = 0;
        for (int line = items.item(); line <= end - Long.BYTES; line += CacheLines.BYTES) {
            touched += entry.getLong(line);
        }
        lines.keep(touched);
    }

    private void findGroup(DirectBuffer entry) {
        int size = 0;
        while (size < GROUP && ahead.next()) {
            places[size++] = ahead.item();
        }
        touchSlots(entry, size);
        guessRecords(entry, size);
        touchRecords(entry, size);
        touchSessions(size);
    }

    private void touchSlots(DirectBuffer entry, int size) {
        for (int i = 0; i < size; i++) {
            int item = places[i];
            transactions.addSlot(TransactionItem.idHigh(entry, item), lines);
            transactions.addRoom(TransactionItem.idHigh(entry, item), lines);
            accountIndex.addSlot(TransactionItem.playerHigh(entry, item), lines);
            transactions.addSlot(TransactionItem.referenceHigh(entry, item), lines);
        }
        lines.touch();
    }

    private void guessRecords(DirectBuffer entry, int size) {
        for (int i = 0; i < size; i++) {
            accounts[i] = accountIndex.guess(TransactionItem.playerHigh(entry, places[i]));
            references[i] = transactions.guess(TransactionItem.referenceHigh(entry, places[i]));
        }
    }

    private void touchRecords(DirectBuffer entry, int size) {
        for (int i = 0; i < size; i++) {
            if (accounts[i] != NONE) {
                players.addLines(accounts[i], TransactionItem.type(entry, places[i]), lines);
            }
            transactions.addRecord(references[i], lines);
        }
        lines.touch();
    }

    /** Nearly always it is the session that the player opened last: the account knows it, so no slot is asked. */
    private void touchSessions(int size) {
        for (int i = 0; i < size; i++) {
            openSessions[i] = accounts[i] == NONE ? NONE : players.newestSession(accounts[i]);
            sessions.addRecord(openSessions[i], lines);
        }
        lines.touch();
    }
}
