package bankroll.ledger.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.protocol.Outcome;
import bankroll.protocol.TransactionType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TransactionsTest {
    private final Transactions transactions = new Transactions(6);
    private final int record = transactions.add(1, 2);

    @AfterEach
    void close() {
        transactions.close();
    }

    @Test
    void shouldRememberTheRollbackThatCameBeforeTheDebit() {
        transactions.target(record);

        transactions.decided(record, TransactionType.DEBIT, Outcome.ROLLED_BACK, 5);

        assertTrue(transactions.isTargeted(record));
        assertFalse(transactions.isReversed(record));
        assertFalse(transactions.isCredited(record));
    }

    /** A credit is decided anew: its latest outcome replaces the one before, bit by bit. */
    @Test
    void shouldTakeTheLatestOutcomeAndNothingOfTheOneBefore() {
        transactions.decided(record, TransactionType.CREDIT, Outcome.REFERENCE_NOT_FOUND, (1L << 48) - 1);

        transactions.decided(record, TransactionType.CREDIT, Outcome.OK, 5);

        assertEquals(Outcome.OK, transactions.status(record));
        assertEquals(TransactionType.CREDIT, transactions.type(record));
        assertEquals(5, transactions.timeMs(record));
        assertTrue(transactions.isBooked(record));
    }

    @Test
    void shouldKeepEachMarkWhenAnotherIsMade() {
        transactions.decided(record, TransactionType.DEBIT, Outcome.OK, 5);
        transactions.credit(record);
        transactions.reverse(record);
        transactions.target(record);

        assertTrue(
                transactions.isCredited(record) && transactions.isReversed(record) && transactions.isTargeted(record));
        assertEquals(Outcome.OK, transactions.status(record));
        assertEquals(5, transactions.timeMs(record));
    }
}
