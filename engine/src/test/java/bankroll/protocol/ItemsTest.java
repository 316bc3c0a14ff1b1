package bankroll.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.CommandHeader.Origin;
import bankroll.protocol.Items.Position;
import bankroll.protocol.Outcome.OutcomeRecord;
import org.agrona.ExpandableArrayBuffer;
import org.junit.jupiter.api.Test;

class ItemsTest {
    private static final int COMMAND = 40;
    private static final int OUTCOMES = 4_000;

    private final ExpandableArrayBuffer buffer = new ExpandableArrayBuffer(8_192);
    private final IdHasher hasher = new IdHasher(new HashKey(1, 2), "");
    private final Items items = new Items();

    @Test
    void shouldFindEachItemAndItsOutcome() {
        players("anna", "b", "christopher-robin");
        items.wrap(buffer, COMMAND, OUTCOMES);
        for (String name : new String[] {"anna", "b", "christopher-robin"}) {
            assertTrue(items.next());
            assertEquals(name, PlayerItem.profile(buffer, items.item()).playerId());
            assertEquals("EUR", PlayerItem.currency(buffer, items.item()));
            assertEquals(OUTCOMES + items.index() * OutcomeRecord.BYTES, items.outcome());
        }
        assertFalse(items.next());
        assertEquals(3, items.count());
    }

    @Test
    void shouldWalkAgainFromTheFirstItemAndApartFromAnotherWalk() {
        players("anna", "b");
        items.wrap(buffer, COMMAND, OUTCOMES).skipTo(1);
        Items ahead = new Items().wrap(items);

        items.rewind();

        assertTrue(items.next());
        assertEquals("anna", PlayerItem.profile(buffer, items.item()).playerId());
        assertEquals(OUTCOMES, items.outcome());
        assertEquals("b", PlayerItem.profile(buffer, ahead.skipTo(1).item()).playerId());
        assertEquals(0, items.index());
    }

    @Test
    void shouldSkipToAnItem() {
        players("anna", "b", "christopher-robin");
        int item = items.wrap(buffer, COMMAND, OUTCOMES).skipTo(2).item();
        assertEquals("christopher-robin", PlayerItem.profile(buffer, item).playerId());
        assertThrows(IllegalArgumentException.class, () -> items.skipTo(3));
    }

    @Test
    void shouldWalkOverTheHashesOfALookup() {
        int first = CommandHeader.put(buffer, COMMAND, CommandType.LOOKUP, 2, Origin.SYSTEM);
        int second = LookupCommand.put(buffer, first, hasher, "bet-1");
        LookupCommand.put(buffer, second, hasher, "bet-2");

        items.wrap(buffer, COMMAND, OUTCOMES);

        assertEquals(first, items.skipTo(0).item());
        assertEquals(second, items.skipTo(1).item());
        assertFalse(items.next());
    }

    @Test
    void shouldRefuseASecondItemWhereThereIsOne() {
        int first = CommandHeader.put(buffer, COMMAND, CommandType.UNBLOCK, 2, Origin.SYSTEM);
        PlayerCommand.put(buffer, first, hasher, "anna");
        items.wrap(buffer, COMMAND, OUTCOMES);
        assertTrue(items.next());
        assertThrows(IllegalArgumentException.class, items::next);
    }

    @Test
    void shouldKeepSequenceAndItemInOneNumber() {
        long position = Position.of(7_000_000_000L, 499);
        assertEquals(7_000_000_000L, Position.sequence(position));
        assertEquals(499, Position.item(position));
    }

    private void players(String... names) {
        int at = CommandHeader.put(buffer, COMMAND, CommandType.PLAYERS, names.length, Origin.SYSTEM);
        for (String name : names) {
            at = PlayerItem.put(buffer, at, hasher, "EUR", new Profile(name, null, null, null, "MT"));
        }
    }
}
