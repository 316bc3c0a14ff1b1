package bankroll.ledger;

import bankroll.ledger.rule.Found;
import bankroll.ledger.table.Players;
import bankroll.ledger.table.RecordLookup;
import bankroll.ledger.table.Tables;
import bankroll.memory.CacheLines;
import bankroll.protocol.TransactionItem;
import org.agrona.DirectBuffer;

/**
 * Finds the records that the items of a batch name, a group of items at a time: all slots of a group are touched before
 * the first of them is read, and all records before the first is needed. Memory answers many questions at once in the
 * time of one, but only if they are asked together. What is found this way is only a guess until {@link #at} confirms
 * it. Changes nothing. One thread.
 */
final class BatchFinder {
    /** Items in a group: enough for all that memory does at once, few enough for the nearest cache to hold. */
    private static final int GROUP = 32;

    private static final int NONE = -1;
    private static final int MOST_LINES_PER_ITEM = 8;

    private final RecordLookup transactions;
    private final Players players;
    private final RecordLookup accountIndex;
    private final RecordLookup sessions;
    private final int[] accounts = new int[GROUP];
    private final int[] openSessions = new int[GROUP];
    private final int[] references = new int[GROUP];
    private final CacheLines lines = new CacheLines(GROUP * MOST_LINES_PER_ITEM);
    private final Found found = new Found();
    private int count;

    BatchFinder(Tables tables) {
        transactions = tables.transactions().lookup();
        players = tables.players();
        accountIndex = players.lookup();
        sessions = tables.sessions().lookup();
    }

    /** To be called before the first item of a batch is asked for; {@code end} is behind the last one. */
    void begin(DirectBuffer items, int first, int end, int count) {
        this.count = count;
        touchItems(items, first, end);
    }

    /** The records of one item, as they are now: items before it may have added some. Items come in their order. */
    Found at(DirectBuffer items, int item, int number) {
        int inGroup = number % GROUP;
        if (inGroup == 0) {
            findGroup(items, item, Math.min(GROUP, count - number));
        }
        int account = accountIndex.find(
                TransactionItem.playerHigh(items, item), TransactionItem.playerLow(items, item), accounts[inGroup]);
        int record = transactions.find(TransactionItem.idHigh(items, item), TransactionItem.idLow(items, item));
        return found.set(account, session(items, item, inGroup), record, reference(items, item, inGroup));
    }

    private int session(DirectBuffer items, int item, int inGroup) {
        if (!TransactionItem.isOurSession(items, item)) {
            return NONE;
        }
        long high = TransactionItem.sessionHigh(items, item);
        return sessions.find(high, TransactionItem.sessionLow(items, item), openSessions[inGroup]);
    }

    private int reference(DirectBuffer items, int item, int inGroup) {
        long low = TransactionItem.referenceLow(items, item);
        return low == 0
                ? NONE
                : transactions.find(TransactionItem.referenceHigh(items, item), low, references[inGroup]);
    }

    /** An item's place is known only from the length of the one before it; cache lines need no such chain. */
    private void touchItems(DirectBuffer items, int first, int end) {
        long touched = 0;
        for (int line = first; line <= end - Long.BYTES; line += CacheLines.BYTES) {
            touched += items.getLong(line);
        }
        lines.keep(touched);
    }

    private void findGroup(DirectBuffer items, int first, int size) {
        touchSlots(items, first, size);
        guessRecords(items, first, size);
        touchRecords(items, first, size);
        touchSessions(size);
    }

    private void touchSlots(DirectBuffer items, int first, int size) {
        int item = first;
        for (int i = 0; i < size; i++) {
            transactions.addSlot(TransactionItem.idHigh(items, item), lines);
            transactions.addRoom(TransactionItem.idHigh(items, item), lines);
            accountIndex.addSlot(TransactionItem.playerHigh(items, item), lines);
            transactions.addSlot(TransactionItem.referenceHigh(items, item), lines);
            item += TransactionItem.length(items, item);
        }
        lines.touch();
    }

    private void guessRecords(DirectBuffer items, int first, int size) {
        int item = first;
        for (int i = 0; i < size; i++) {
            accounts[i] = accountIndex.guess(TransactionItem.playerHigh(items, item));
            references[i] = transactions.guess(TransactionItem.referenceHigh(items, item));
            item += TransactionItem.length(items, item);
        }
    }

    private void touchRecords(DirectBuffer items, int first, int size) {
        int item = first;
        for (int i = 0; i < size; i++) {
            if (accounts[i] != NONE) {
                players.addLines(accounts[i], TransactionItem.type(items, item), lines);
            }
            transactions.addRecord(references[i], lines);
            item += TransactionItem.length(items, item);
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
