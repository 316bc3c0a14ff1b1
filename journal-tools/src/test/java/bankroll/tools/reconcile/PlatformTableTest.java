package bankroll.tools.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.protocol.HashKey;
import bankroll.protocol.IdHasher;
import bankroll.protocol.IdHasher.IdSpace;
import bankroll.protocol.Outcome;
import bankroll.protocol.TransactionType;
import bankroll.tools.reconcile.DifferenceWriter.Kind;
import bankroll.tools.reconcile.RecordReader.PlatformRecord;
import org.junit.jupiter.api.Test;

/** The list in memory: every record under its id, with what it says and what it leaves out, however many there are. */
class PlatformTableTest {
    /** The table doubles twice on the way. */
    private static final int MANY = 3_000;

    private static final long NINETEEN_DIGITS = Long.parseUnsignedLong("9999999999999999999");

    private final IdHasher hasher = new IdHasher(new HashKey(1, 2), "alpha");
    private final PlatformTable table = new PlatformTable(hasher);

    @Test
    void shouldKeepEachOfManyRecordsAsItWas() {
        for (int i = 0; i < MANY; i++) {
            assertEquals(0, table.add(record(i, type(i), (long) i, currency(i), "p" + i, status(i))));
            table.place(i, 1_000L + i);
            table.mark(i, i % 2 == 0 ? Kind.STATUS : Kind.AMOUNT);
        }
        assertEquals(MANY, table.size());
        for (int i = 0; i < MANY; i++) {
            int record = table.find("t" + i);
            assertEquals(i, record);
            assertEquals(i + 1, table.add(record(i, null, null, null, null, null)), "the line that has it");
            assertEquals(1_000L + i, table.place(record));
            assertEquals(i % 2 == 0, table.isMarked(record, Kind.STATUS));
            assertEquals(i % 2 == 1, table.isMarked(record, Kind.AMOUNT));
            assertTrue(table.isType(record, type(i)));
            assertFalse(table.isType(record, type(i + 1)));
            assertTrue(table.isAmount(record, i));
            assertFalse(table.isAmount(record, i + 1));
            assertTrue(table.isPlayer(record, player("p" + i)));
            assertFalse(table.isPlayer(record, player("p" + (i + 1))));
            assertTrue(table.isCurrency(record, currency(i)));
            assertFalse(table.isCurrency(record, currency(i + 1)));
            assertEquals(status(i), table.status(record));
        }
        assertEquals(MANY, table.size());
    }

    @Test
    void shouldFindNoOtherId() {
        for (int i = 0; i < MANY; i++) {
            table.add(record(i, null, null, null, null, null));
        }
        for (int i = MANY; i < 2 * MANY; i++) {
            assertEquals(-1, table.find("t" + i));
        }
    }

    /** Some later record wants the place of the first one. */
    @Test
    void shouldNotLoseTheFirstRecordToALaterOne() {
        for (int list = 0; list < 20; list++) {
            PlatformTable another = new PlatformTable(hasher);
            for (int i = 0; i < 1_000; i++) {
                another.add(record(1_000 * list + i, null, null, null, null, null));
            }
            assertEquals(0, another.find("t" + 1_000 * list));
        }
    }

    /** Two ids that agree in one half of their hash are two ids. */
    @Test
    void shouldCompareBothHalvesOfAnId() {
        table.add(record(0, null, null, null, null, null));
        hasher.hash(IdSpace.TRANSACTION, "t0");
        long high = hasher.high();
        long low = hasher.low();

        assertEquals(0, table.find(high, low));
        assertEquals(-1, table.find(high, low + 1));
        assertEquals(-1, table.find(high + (1L << 40), low));
    }

    @Test
    void shouldTakeWhatTheListLeavesOutForTheSame() {
        table.add(record(0, null, null, null, null, null));

        assertTrue(table.isType(0, TransactionType.ROLLBACK));
        assertTrue(table.isAmount(0, 5));
        assertTrue(table.isPlayer(0, player("anna")));
        assertTrue(table.isCurrency(0, "EUR"));
        assertNull(table.status(0));
        assertEquals(0, table.place(0));
        assertNull(table.gravest(0));
    }

    @Test
    void shouldHoldAnAmountOfNothingAndOneOfNineteenDigits() {
        table.add(record(0, null, 0L, null, null, null));
        table.add(record(1, null, NINETEEN_DIGITS, null, null, null));

        assertTrue(table.isAmount(0, 0));
        assertFalse(table.isAmount(0, 1));
        assertTrue(table.isAmount(1, NINETEEN_DIGITS));
        assertFalse(table.isAmount(1, 0));
    }

    @Test
    void shouldTakeACurrencyThatTheJournalDoesNotKnowForTheSame() {
        table.add(record(0, null, null, "EUR", null, null));

        assertTrue(table.isCurrency(0, null));
    }

    @Test
    void shouldClearOnlyTheMarksThatItIsTold() {
        table.add(record(0, null, 1L, null, null, null));
        table.mark(0, Kind.TYPE);
        table.mark(0, Kind.STATUS);

        table.clear(0, Kind.STATUS);

        assertFalse(table.isMarked(0, Kind.STATUS));
        assertTrue(table.isMarked(0, Kind.TYPE));
        table.clearAll(0);
        assertNull(table.gravest(0));
        assertFalse(table.isAmount(0, 2), "that the list names an amount is no difference");
    }

    private static PlatformRecord record(
            int number, TransactionType type, Long amount, String currency, String player, Outcome status) {
        return new PlatformRecord(number + 1, "t" + number, type, amount, currency, player, status);
    }

    private static TransactionType type(int number) {
        return number % 2 == 0 ? TransactionType.DEBIT : TransactionType.CREDIT;
    }

    private static String currency(int number) {
        return number % 2 == 0 ? "EUR" : "USD";
    }

    /** Every third record has none. */
    private static Outcome status(int number) {
        return number % 3 == 0 ? null : number % 3 == 1 ? Outcome.OK : Outcome.ROLLED_BACK;
    }

    private long player(String id) {
        return hasher.hash(IdSpace.PLAYER, id).high();
    }
}
