package bankroll.ledger;

import bankroll.ledger.table.Players;
import bankroll.ledger.table.Sessions;
import bankroll.ledger.table.Tables;
import bankroll.ledger.table.Transactions;
import bankroll.protocol.TransactionItem;
import org.agrona.DirectBuffer;

/**
 * Touches what a batch is going to need, before its first item is decided: memory answers many questions at once in the
 * time of one, but only if they are asked together. Changes nothing; leaving it out changes no answer. One thread.
 */
final class Warmer {
    private final Transactions transactions;
    private final Players players;
    private final Sessions sessions;
    private int warmed;

    Warmer(Tables tables) {
        transactions = tables.transactions();
        players = tables.players();
        sessions = tables.sessions();
    }

    /** First the slots of all ids, then the records that the slots lead to. */
    void warm(DirectBuffer items, int first, int count) {
        int item = first;
        for (int i = 0; i < count; i++) {
            transactions.prefetch(TransactionItem.idHigh(items, item));
            players.prefetch(TransactionItem.playerHigh(items, item));
            sessions.prefetch(TransactionItem.sessionHigh(items, item));
            transactions.prefetch(TransactionItem.referenceHigh(items, item));
            item += TransactionItem.length(items, item);
        }
        item = first;
        for (int i = 0; i < count; i++) {
            warmed += players.touch(
                    TransactionItem.playerHigh(items, item), TransactionItem.playerLow(items, item));
            if (TransactionItem.isOurSession(items, item)) {
                warmed += sessions.find(
                        TransactionItem.sessionHigh(items, item), TransactionItem.sessionLow(items, item));
            }
            if (TransactionItem.referenceLow(items, item) != 0) {
                warmed += transactions.find(
                        TransactionItem.referenceHigh(items, item), TransactionItem.referenceLow(items, item));
            }
            item += TransactionItem.length(items, item);
        }
    }

    /** Keeps the touching from being optimised away. */
    int warmed() {
        return warmed;
    }
}
