package bankroll.ledger;

import static bankroll.protocol.Outcome.CREATED;
import static bankroll.protocol.Outcome.DUPLICATE_MISMATCH;
import static bankroll.protocol.Outcome.EXISTS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import bankroll.ledger.table.Tables.Table;
import bankroll.protocol.Answer;
import bankroll.protocol.PlayerCommand;
import bankroll.protocol.PlayerCommand.Change;
import bankroll.protocol.PlayerCommand.Changes;
import bankroll.protocol.Profile;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Players (decisions §3 and §4): one account, one currency each, opened once. */
class PlayerTest extends LedgerSpecification {
    @Test
    void shouldBeOpenedOnce() {
        assertEquals(CREATED, ledger.open("ann", "EUR"));
        assertEquals(EXISTS, ledger.open("ann", "EUR"));
        assertNothingRecorded();
        assertEquals(DUPLICATE_MISMATCH, ledger.open("ann", "USD"));
        assertNothingRecorded();
        assertEquals("EUR", ledger.balance("ann").currency());
    }

    @Test
    void shouldBeShownAsOpened() {
        ledger.open("ann", "EUR");
        ledger.advance(5);
        ledger.open("bob", "USD");

        Answer.Player bob = ledger.player("bob");

        assertEquals(new Profile("bob", null, null, null, null), bob.profile());
        assertEquals("USD", bob.currency());
        assertEquals(0, bob.balance());
        assertEquals(0, bob.openSessions());
        assertEquals(NOON_MS + 5, bob.createdAtMs());
        assertEquals(List.of(), bob.limits());
        assertNull(bob.block());
        assertEquals(NOON_MS, ledger.player("ann").createdAtMs());
    }

    @Test
    void shouldBeUnknownBeforeThat() {
        assertNull(ledger.player("ann"));
        assertNull(ledger.balance("ann"));
    }

    @Test
    void shouldTakeChangesOfItsProfile() {
        ledger.open("ann", "EUR");
        ledger.profile("ann", new Changes(set("Ann"), set("url"), set("de"), set("AT")));

        Answer.Player changed =
                ledger.profile("ann", new Changes(Change.UNCHANGED, set(null), set("en"), Change.UNCHANGED));

        assertEquals(new Profile("ann", "Ann", null, "en", "AT"), changed.profile());
        assertEquals(changed.profile(), ledger.player("ann").profile());
        assertNull(ledger.profile("nobody", new Changes(set("x"), set("x"), set("x"), set("x"))));
        assertNothingRecorded();
    }

    /** So much longer that it can't stand where the old one stood. */
    @Test
    void shouldTakeAProfileThatGrowsAndShrinks() {
        ledger.open("ann", "EUR");
        ledger.open("bob", "EUR");
        for (String name : List.of("A", "A".repeat(60), "A".repeat(1_000), "A")) {
            ledger.profile("ann", new Changes(set(name), Change.UNCHANGED, Change.UNCHANGED, Change.UNCHANGED));

            assertEquals(name, ledger.player("ann").profile().displayName());
            assertNull(ledger.player("bob").profile().displayName());
        }
    }

    /** The place of a text that was replaced or given up is used again. */
    @Test
    void shouldTakeNoMoreMemoryHoweverOftenItsTextsChange() {
        ledger.open("ann", "EUR");
        changeTexts("Ann");
        changeTexts("Änn");
        int taken = ledger.ledger().records(Table.BLOBS);
        for (int i = 0; i < 20; i++) {
            changeTexts("Ann " + i % 10);
        }

        assertEquals(taken, ledger.ledger().records(Table.BLOBS));
    }

    private void changeTexts(String name) {
        ledger.profile("ann", new Changes(set(name), Change.UNCHANGED, Change.UNCHANGED, Change.UNCHANGED));
        ledger.block("ann", PlayerCommand.FOR_EVER, false);
        ledger.block("ann", PlayerCommand.FOR_EVER, false);
        ledger.unblock("ann");
    }

    @Test
    void shouldBeFoundAmongMany() {
        for (int i = 0; i < 1000; i++) {
            ledger.open("player " + i, i % 2 == 0 ? "EUR" : "USD");
        }

        for (int i = 0; i < 1000; i++) {
            assertEquals("player " + i, ledger.player("player " + i).profile().playerId());
            assertEquals(
                    i % 2 == 0 ? "EUR" : "USD", ledger.balance("player " + i).currency());
        }
    }

    @Test
    void shouldBeShownWithAllOthersToTools() {
        ledger.givenPlayer("ann", "100");
        ledger.open("bob", "USD");
        List<String> seen = new ArrayList<>();

        ledger.ledger()
                .accounts((account, high, low, currency, balance) ->
                        seen.add(ledger.ledger().playerId(account) + " " + balance + " " + currency));

        assertEquals(List.of("ann 100 EUR", "bob 0 USD"), seen);
    }

    @Test
    void shouldBeCounted() {
        ledger.givenPlayer("ann", "100");
        ledger.mint("code", "ann", null, false, 1000);
        ledger.book(ledger.debit("d", "ann", "1"), Asked.rollback("r", "ann", "unknown"));

        Answer.Counts counts = ledger.ledger().counts();

        assertEquals(1, counts.players());
        assertEquals(4, counts.transactions());
        assertEquals(1, counts.sessions());
        assertEquals(1, counts.launchCodes());
        assertEquals(4, ledger.ledger().transactions());
    }

    private static Change set(String text) {
        return new Change(true, text);
    }
}
