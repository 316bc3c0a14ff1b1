package bankroll.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.ledger.table.Tables.Table;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.LedgerSettings;
import bankroll.protocol.LimitSlot;
import bankroll.protocol.PlayerCommand;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Which commands are refused when a table couldn't take them, and which go on. */
class TableRoomTest {
    private static final long NOW_MS = 1_790_000_000_000L;

    @Test
    void shouldRefuseTransactionsAndTransfersWhenAnotherBatchWouldNotFit() {
        Set<CommandType> refused = EnumSet.of(CommandType.TRANSACTIONS, CommandType.TRANSFERS);
        assertEquals(refused, refusedAt(Table.TRANSACTIONS, 1_001, script -> {
            script.book(Asked.debit("t1", "ann", "s", "1"));
            assertTrue(script.hasRoomFor(CommandType.TRANSACTIONS));
            script.book(Asked.rollback("t2", "ann", "t3"));
        }));
    }

    @Test
    void shouldRefusePlayersWhenAnotherCallWouldNotFit() {
        assertEquals(EnumSet.of(CommandType.PLAYERS), refusedAt(Table.PLAYERS, 501, script -> {
            assertTrue(script.hasRoomFor(CommandType.PLAYERS));
            script.open("bob", "EUR");
        }));
    }

    @Test
    void shouldRefuseLaunchCodesWhenAnotherCallWouldNotFitUntilOneIsUsed() {
        try (LedgerScript script = script(Table.LAUNCH_CODES, 500)) {
            script.mint("code", "ann", null, false, 60_000);
            assertFalse(script.hasRoomFor(CommandType.LAUNCH_CODES));
            script.authenticate("code", null, "g");
            assertTrue(script.hasRoomFor(CommandType.LAUNCH_CODES));
        }
    }

    @Test
    void shouldRefuseAuthenticateWhenThereIsNoPlaceForASessionUntilOneIsClosed() {
        try (LedgerScript script = script(Table.SESSIONS, 1)) {
            script.mint("code", "ann", null, true, 60_000);
            String session = script.authenticate("code", null, "g");
            assertFalse(script.hasRoomFor(CommandType.AUTHENTICATE));
            assertTrue(script.hasRoomFor(CommandType.TRANSACTIONS));
            script.closeSession(session);
            assertTrue(script.hasRoomFor(CommandType.AUTHENTICATE));
        }
    }

    @Test
    void shouldRefuseAuthenticateWhenThereIsNoPlaceToRememberTheExchange() {
        assertEquals(EnumSet.of(CommandType.AUTHENTICATE), refusedAt(Table.EXCHANGES, 1, script -> {
            script.mint("code", "ann", null, true, 60_000);
            script.authenticate("code", "msg", "g");
        }));
    }

    @Test
    void shouldRefuseLimitsWhenThereIsNoPlaceForASet() {
        assertEquals(
                EnumSet.of(CommandType.LIMITS),
                refusedAt(Table.LIMITS, 1, script -> script.limits("ann", Map.of(LimitSlot.STAKE, 10L))));
    }

    @Test
    void shouldRefuseProfilesAndBlocksWhenThereIsNoPlaceForTheirText() {
        assertEquals(
                EnumSet.of(CommandType.PLAYERS, CommandType.PROFILE, CommandType.BLOCK),
                refusedAt(
                        Table.BLOBS, 2 * 500 * 512 + 1, script -> script.block("ann", PlayerCommand.FOR_EVER, false)));
    }

    @Test
    void shouldRefuseOnlyPlayersInOneMoreCurrencyThanThereMayBe() {
        try (LedgerScript script = script(Table.CURRENCIES, 2)) {
            assertTrue(script.hasRoomToOpen("bob", "USD"));
            script.open("bob", "USD");
            assertFalse(script.hasRoomToOpen("cyd", "GBP"));
            assertTrue(script.hasRoomToOpen("cyd", "EUR"));
        }
    }

    @Test
    void shouldHaveABoundForEveryTableThatALayoutCanHold() {
        for (Table table : Table.values()) {
            assertTrue(table.mostRecords() > 0);
            try (Ledger bounded = new Ledger(6, bounded(table, 7))) {
                assertEquals(7, bounded.mostRecords(table));
            }
        }
    }

    @Test
    void shouldReplayMoreThanATableMayHave() {
        try (LedgerScript script = script(Table.PLAYERS, 1_000)) {
            script.open("bob", "EUR");
            try (Ledger smaller = new Ledger(6, bounded(Table.PLAYERS, 1))) {
                script.replayInto(smaller);
                assertEquals(script.ledger().digest(), smaller.digest());
                assertEquals(Table.PLAYERS.bit(), smaller.fullTables());
            }
        }
    }

    private static Set<CommandType> refusedAt(Table table, int most, Consumer<LedgerScript> fill) {
        try (LedgerScript script = script(table, most)) {
            fill.accept(script);
            return Arrays.stream(CommandType.values())
                    .filter(type -> !script.hasRoomFor(type))
                    .collect(Collectors.toCollection(() -> EnumSet.noneOf(CommandType.class)));
        }
    }

    private static ToIntFunction<Table> bounded(Table table, int most) {
        return each -> each == table ? most : each.mostRecords();
    }

    private static LedgerScript script(Table table, int most) {
        LedgerScript script = new LedgerScript(LedgerSettings.DEFAULT, NOW_MS, bounded(table, most));
        script.open("ann", "EUR");
        return script;
    }
}
