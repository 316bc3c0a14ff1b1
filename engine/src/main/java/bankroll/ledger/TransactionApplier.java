package bankroll.ledger;

import bankroll.ledger.rule.Decision;
import bankroll.ledger.rule.Found;
import bankroll.ledger.table.Books;
import bankroll.ledger.table.Books.Side;
import bankroll.ledger.table.Players;
import bankroll.ledger.table.Sessions;
import bankroll.ledger.table.Tables;
import bankroll.ledger.table.Transactions;
import bankroll.protocol.Bits128;
import bankroll.protocol.Outcome;
import bankroll.protocol.TransactionItem;
import bankroll.protocol.TransactionType;
import bankroll.protocol.TransferItem;
import bankroll.protocol.TransferType;
import org.agrona.DirectBuffer;

/** Applies what moves money or remembers a refusal: transactions and transfers. One thread; no allocation. */
final class TransactionApplier {
    private final Players players;
    private final Transactions transactions;
    private final Sessions sessions;
    private final Books books;
    private final Tables tables;

    TransactionApplier(Tables tables) {
        this.tables = tables;
        players = tables.players();
        transactions = tables.transactions();
        sessions = tables.sessions();
        books = tables.books();
    }

    void apply(DirectBuffer entry, int item, Found found, Decision decided, long position) {
        if (decided.touchesSession()) {
            sessions.touch(found.session(), tables.nowMs());
        }
        TransactionType type = TransactionItem.type(entry, item);
        Outcome status = decided.outcome();
        long amount = decided.amount();
        int record = found.record();
        if (record < 0) {
            record = transactions.add(TransactionItem.idHigh(entry, item), TransactionItem.idLow(entry, item));
        }
        transactions.decided(record, type, status, tables.nowMs());
        transactions.content(
                record,
                TransactionItem.fingerprint(entry, item),
                amount,
                TransactionItem.playerLow(entry, item),
                position);
        switch (decided.effect()) {
            case BOOKED -> book(found, record, type, amount);
            case REVERSED -> reverse(found, record, amount);
            case TOMBSTONED -> tombstone(entry, item, record);
            default -> {}
        }
    }

    void applyTransfer(DirectBuffer entry, int item, Found found, Decision decided, long position) {
        int account = found.account();
        long amount = decided.amount();
        int id = TransferItem.idHashOffset(item);
        long player = Bits128.low(entry, TransferItem.playerHashOffset(item));
        int record = transactions.add(Bits128.high(entry, id), Bits128.low(entry, id));
        transactions.decided(record, TransactionType.TRANSFER, Outcome.OK, tables.nowMs());
        transactions.content(record, TransferItem.fingerprint(entry, item), amount, player, position);
        boolean adjusts = TransferItem.type(entry, item) == TransferType.ADJUSTMENT;
        Side other = adjusts ? Side.ADJUSTMENTS : Side.CASH;
        if (TransferItem.takes(entry, item)) {
            take(account, other, amount);
        } else {
            give(account, other, amount);
        }
    }

    private void book(Found found, int record, TransactionType type, long amount) {
        int account = found.account();
        if (type == TransactionType.DEBIT) {
            take(account, Side.HOUSE, amount);
            players.wager(account, tables.windows(), amount);
            return;
        }
        give(account, Side.HOUSE, amount);
        players.payOut(account, tables.windows(), amount);
        int debit = found.reference();
        if (debit >= 0) {
            transactions.credit(debit);
            transactions.refer(debit, record);
        }
    }

    private void reverse(Found found, int record, long amount) {
        int account = found.account();
        int debit = found.reference();
        give(account, Side.HOUSE, amount);
        players.unwager(account, tables.windows(), amount, transactions.timeMs(debit));
        transactions.reverse(debit);
        transactions.refer(debit, record);
    }

    /** The reference is looked for again: it may be the record that was just added. */
    private void tombstone(DirectBuffer entry, int item, int record) {
        int target = record(TransactionItem.referenceHigh(entry, item), TransactionItem.referenceLow(entry, item));
        transactions.target(target);
        transactions.refer(target, record);
    }

    private void take(int account, Side to, long amount) {
        players.subtract(account, amount);
        books.post(players.currency(account), Side.PLAYERS, to, amount);
    }

    private void give(int account, Side from, long amount) {
        players.add(account, amount);
        books.post(players.currency(account), from, Side.PLAYERS, amount);
    }

    private int record(long high, long low) {
        int record = transactions.find(high, low);
        return record >= 0 ? record : transactions.add(high, low);
    }
}
