package bankroll.ledger;

import bankroll.ledger.rule.Found;
import bankroll.ledger.table.RecordLookup;
import bankroll.ledger.table.Tables;
import bankroll.ledger.table.Transactions;
import bankroll.protocol.TransactionItem;
import org.agrona.DirectBuffer;

/**
 * Finds the records that a batch names. All slots of all its ids are touched before the first of them is read, and all
 * records before the first is needed: memory answers many questions at once in the time of one, but only if they are
 * asked together. What is found this way is only a guess until {@link #at} confirms it. Changes nothing. One thread.
 */
final class BatchFinder {
    private static final int NONE = -1;
    private static final int LINE = 64;
    private static final int MOST_ITEMS = 1 << Transactions.ITEM_BITS;

    private final RecordLookup transactions;
    private final RecordLookup players;
    private final RecordLookup sessions;
    private final int[] accounts = new int[MOST_ITEMS];
    private final int[] openSessions = new int[MOST_ITEMS];
    private final int[] references = new int[MOST_ITEMS];
    private final Found found = new Found();
    private long touched;

    BatchFinder(Tables tables) {
        transactions = tables.transactions().lookup();
        players = tables.players().lookup();
        sessions = tables.sessions().lookup();
    }

    /** To be called before the first item of a batch is decided or applied; {@code end} is behind the last item. */
    void begin(DirectBuffer items, int first, int end, int count) {
        touched = touchItems(items, first, end)
                + touchSlots(items, first, count)
                + touchRecords(items, first, count);
    }

    /** The records of one item, as they are now: items before it in the batch may have added some. */
    Found at(DirectBuffer items, int item, int number) {
        int account = players.find(
                TransactionItem.playerHigh(items, item), TransactionItem.playerLow(items, item), accounts[number]);
        int record = transactions.find(TransactionItem.idHigh(items, item), TransactionItem.idLow(items, item));
        return found.set(account, session(items, item, number), record, reference(items, item, number));
    }

    /** Keeps the touching from being optimised away. */
    long touched() {
        return touched;
    }

    private int session(DirectBuffer items, int item, int number) {
        if (!TransactionItem.isOurSession(items, item)) {
            return NONE;
        }
        long high = TransactionItem.sessionHigh(items, item);
        return sessions.find(high, TransactionItem.sessionLow(items, item), openSessions[number]);
    }

    private int reference(DirectBuffer items, int item, int number) {
        long low = TransactionItem.referenceLow(items, item);
        return low == 0
                ? NONE
                : transactions.find(TransactionItem.referenceHigh(items, item), low, references[number]);
    }

    /** An item's place is known only from the length of the one before it; cache lines need no such chain. */
    private static long touchItems(DirectBuffer items, int first, int end) {
        long sum = 0;
        for (int line = first; line <= end - Long.BYTES; line += LINE) {
            sum += items.getLong(line);
        }
        return sum;
    }

    private long touchSlots(DirectBuffer items, int first, int count) {
        long sum = 0;
        int item = first;
        for (int i = 0; i < count; i++) {
            sum += transactions.touchSlot(TransactionItem.idHigh(items, item));
            sum += players.touchSlot(TransactionItem.playerHigh(items, item));
            sum += sessions.touchSlot(TransactionItem.sessionHigh(items, item));
            sum += transactions.touchSlot(TransactionItem.referenceHigh(items, item));
            item += TransactionItem.length(items, item);
        }
        return sum;
    }

    private long touchRecords(DirectBuffer items, int first, int count) {
        int item = first;
        for (int i = 0; i < count; i++) {
            accounts[i] = players.guess(TransactionItem.playerHigh(items, item));
            openSessions[i] = sessions.guess(TransactionItem.sessionHigh(items, item));
            references[i] = transactions.guess(TransactionItem.referenceHigh(items, item));
            item += TransactionItem.length(items, item);
        }
        return players.touchRecords(accounts, count)
                + sessions.touchRecords(openSessions, count)
                + transactions.touchRecords(references, count);
    }
}
