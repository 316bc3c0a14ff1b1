package bankroll.ledger;

import static bankroll.protocol.Outcome.INSUFFICIENT_FUNDS;
import static bankroll.protocol.Outcome.OK;
import static bankroll.protocol.Outcome.ROLLED_BACK;
import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.protocol.Items.Position;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Batches (decisions §5): one answer an item, in order, each seeing the effects of those before it; one entry for all. */
class BatchTest extends LedgerSpecification {
    @BeforeEach
    void givenAnnWithAHundred() {
        ledger.givenPlayer("ann", "100");
    }

    @Test
    void shouldLetEachItemSeeThoseBeforeIt() {
        List<Answered> answers = ledger.book(
                ledger.debit("1", "ann", "100"),
                ledger.debit("2", "ann", "1"),
                Asked.credit("3", "ann", "30", "1"),
                ledger.debit("4", "ann", "30"),
                Asked.rollback("5", "ann", "6"),
                ledger.debit("6", "ann", "0"),
                Asked.rollback("7", "ann", "1"));

        assertEquals(
                List.of(
                        ok("0"),
                        answered(INSUFFICIENT_FUNDS, "0"),
                        ok("30"),
                        ok("0"),
                        ok("0"),
                        answered(ROLLED_BACK, "0"),
                        ok("100")),
                answers);
    }

    @Test
    void shouldBeOneEntry() {
        ledger.bookOne(ledger.debit("first", "ann", "1"));
        long before = ledger.ledger().sequence();

        ledger.book(ledger.debit("1", "ann", "1"), ledger.debit("2", "ann", "1"));

        assertEquals(before + 1, ledger.ledger().sequence());
        assertEquals(0, Position.item(ledger.lookup("1").position()));
        assertEquals(1, Position.item(ledger.lookup("2").position()));
        assertEquals(before + 1, Position.sequence(ledger.lookup("2").position()));
    }

    @Test
    void shouldBeNoEntryWhenItChangesNothing() {
        Asked debit = ledger.debit("1", "ann", "1");
        ledger.bookOne(debit);
        long before = ledger.ledger().sequence();

        ledger.book(debit, debit);

        assertNothingRecorded();
        assertEquals(before, ledger.ledger().sequence());
    }

    @Test
    void shouldHoldFiveHundredItemsThatNameEachOther() {
        ledger.transfer(LedgerScript.deposit("more", "ann", "1000"));
        List<Asked> items = new ArrayList<>();
        for (int i = 0; i < 250; i++) {
            items.add(ledger.debit("d" + i, "ann", "1"));
        }
        for (int i = 0; i < 250; i++) {
            items.add(
                    i % 2 == 0 ? Asked.rollback("r" + i, "ann", "d" + i) : Asked.credit("c" + i, "ann", "2", "d" + i));
        }

        List<Answered> answers = ledger.book(items.toArray(Asked[]::new));

        for (int i = 0; i < 250; i++) {
            assertEquals(ok(Integer.toString(1100 - i - 1)), answers.get(i));
        }
        assertEquals(ok(Integer.toString(850 + 125 + 250)), answers.get(499));
        assertEquals(499, Position.item(ledger.lookup("c249").position()));
    }

    @Test
    void shouldServeManyPlayersAtOnce() {
        List<Asked> items = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            ledger.givenPlayer("player " + i, "10");
            items.add(ledger.debit("d" + i, "player " + i, "3"));
        }

        List<Answered> answers = ledger.book(items.toArray(Asked[]::new));

        answers.forEach(answer -> assertEquals(answered(OK, "7"), answer));
        for (int i = 0; i < 100; i++) {
            assertBalance("7", "player " + i);
        }
    }
}
