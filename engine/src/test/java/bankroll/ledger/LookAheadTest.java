package bankroll.ledger;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.calendar.OldWindows;
import bankroll.ledger.table.Tables.Table;
import bankroll.protocol.AuthenticateCommand;
import bankroll.protocol.AuthenticateCommand.Exchange;
import bankroll.protocol.CommandHeader;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.CommandHeader.Origin;
import bankroll.protocol.HashKey;
import bankroll.protocol.IdHasher;
import bankroll.protocol.Items;
import bankroll.protocol.PlayerItem;
import bankroll.protocol.Profile;
import bankroll.protocol.TransactionField;
import bankroll.protocol.TransactionItem;
import bankroll.protocol.TransactionType;
import java.nio.charset.StandardCharsets;
import org.agrona.ExpandableArrayBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which commands are prepared together before a replay. */
class LookAheadTest {
    private final Ledger ledger = new Ledger(6, Table::mostRecords);
    private final ExpandableArrayBuffer buffer = new ExpandableArrayBuffer();
    private final IdHasher hasher = new IdHasher(new HashKey(1, 2), "platform");

    @AfterEach
    void close() {
        ledger.close();
    }

    @Test
    void shouldPrepareThirtyTwoItemsTogether() {
        for (int i = 0; i < 32; i++) {
            assertTrue(ledger.expect(players(1)), "command " + i);
        }
        assertFalse(ledger.expect(players(1)), "the group is full");

        ledger.prepare(buffer);

        assertTrue(ledger.expect(players(1)), "a new group");
    }

    @Test
    void shouldPrepareACommandAsAWholeOrNotAtAll() {
        assertTrue(ledger.expect(players(16)));
        assertTrue(ledger.expect(players(10)));
        assertFalse(ledger.expect(players(7)), "there is room for six");
        assertTrue(ledger.expect(players(6)));
    }

    /** It makes groups of its own. */
    @Test
    void shouldNotPrepareACommandOfManyItemsWithOthers() {
        assertFalse(ledger.expect(players(17)));
    }

    @Test
    void shouldChangeNothing() {
        String before = ledger.digest();
        ledger.expect(players(16));
        ledger.prepare(buffer);

        assertEquals(before, ledger.digest());
        assertEquals(0, ledger.sequence());
    }

    /** A code may be made by a command of the same group. */
    @Test
    void shouldPrepareTheExchangeOfALaunchCodeThatIsNotKnownYet() {
        int item = CommandHeader.put(buffer, 0, CommandType.AUTHENTICATE, 1, Origin.platform("platform"));
        int end = AuthenticateCommand.put(buffer, item, hasher, new Exchange("code", null, "", null, 5, 6));
        assertTrue(ledger.expect(new Items().wrap(buffer, 0, end)));

        assertDoesNotThrow(() -> ledger.prepare(buffer));
    }

    /** A buffer grows by a half of what it was, to any length, and there may be nothing behind the last item. */
    @Test
    void shouldTouchNothingBehindTheEndOfABuffer() {
        ExpandableArrayBuffer request = new ExpandableArrayBuffer(1024);
        int end = 59_049;
        int item = CommandHeader.put(request, 80, CommandType.PLAYERS, 500, Origin.operator("operator-one"));
        int count = 0;
        while (end - item > 2_000) {
            item = player(request, item, count++, 1_000);
        }
        int shorter = player(request, item, count, 1_000);
        item = player(request, item, count++, 1_000 + end - shorter);
        CommandHeader.putItems(request, 80, count);
        assertEquals(end, item);
        assertEquals(end, request.capacity());

        ledger.execute(request, 80, end + 7 & -8, 1);

        assertEquals(count, ledger.records(Table.PLAYERS));
    }

    /** What comes out of a log is copied, and has nothing behind it either. */
    @Test
    void shouldTouchNothingBehindTheEndOfACopy() {
        int length = 59_049 - 80;
        ExpandableArrayBuffer copy = new ExpandableArrayBuffer(1024);
        copy.putBytes(80, buffer, 0, transaction(length - transaction(0)) == length ? length : 0);
        assertEquals(59_049, copy.capacity());
        OldWindows.beforeEntry(ledger, CommandType.TRANSACTIONS, 1);

        ledger.execute(copy, 80, 59_049 + 7 & -8, 1);

        assertEquals(1, ledger.transactions());
    }

    /** The command's length with so many more bytes of details. */
    private int transaction(int more) {
        byte[] strings = new byte[255 + more];
        TransactionItem.Encoder encoder = new TransactionItem.Encoder();
        encoder.begin(buffer, 0, "platform-one".getBytes(StandardCharsets.US_ASCII), hasher);
        encoder.beginItem();
        encoder.type(TransactionType.DEBIT);
        encoder.text(TransactionField.TRANSACTION_ID, 0, 3);
        encoder.text(TransactionField.DETAILS, 0, strings.length);
        encoder.endItem(strings);
        return encoder.end();
    }

    private int player(ExpandableArrayBuffer request, int item, int number, int nameLength) {
        Profile profile = new Profile("player " + number, "x".repeat(nameLength), null, null, "DE");
        return PlayerItem.put(request, item, hasher, "EUR", profile);
    }

    private Items players(int count) {
        int item = CommandHeader.put(buffer, 0, CommandType.PLAYERS, count, Origin.platform("platform"));
        for (int i = 0; i < count; i++) {
            Profile profile = new Profile("player " + i, null, null, null, null);
            item = PlayerItem.put(buffer, item, hasher, "EUR", profile);
        }
        return new Items().wrap(buffer, 0, item);
    }
}
