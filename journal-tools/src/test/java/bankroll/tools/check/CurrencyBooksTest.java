package bankroll.tools.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.protocol.Answer;
import bankroll.protocol.TransferType;
import bankroll.tools.Bet;
import bankroll.tools.ForgedOutcome;
import bankroll.tools.check.TrialBalances.CurrencyBooks;
import bankroll.tools.console.Summary;
import bankroll.tools.entry.Item;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CurrencyBooksTest {
    private final CurrencyBooks books = new CurrencyBooks();
    private final Discrepancies findings = new Discrepancies();
    private final Entries entries = new Entries().open("anna");

    @AfterEach
    void close() {
        entries.close();
    }

    @Test
    void shouldKnowACurrencyByOneNumber() {
        UnsafeBuffer bytes = new UnsafeBuffer("..USD".getBytes(StandardCharsets.US_ASCII));

        assertEquals(0, books.number("EUR"));
        assertEquals(1, books.number(new UnsafeBuffer(bytes, 2, 3)));
        assertEquals(1, books.number("USD"));
        assertEquals(2, books.number("XAU"));
        assertEquals(0, books.number("EUR"));
        assertEquals(
                List.of("EUR", "USD", "XAU"),
                books.rows().stream().map(row -> row.text("currency")).toList());
    }

    /** What a player gets somebody gives: cash, the adjustments or the house. */
    @Test
    void shouldPostEachTypeToItsOwnSide() {
        entries.deposit("anna", 1_000);
        post(1_000);
        assertEquals("players 1000, house 0, cash -1000, adjustments 0, sum 0", eur());
        entries.transfer("anna", TransferType.WITHDRAWAL, 300);
        post(300);
        assertEquals("players 700, house 0, cash -700, adjustments 0, sum 0", eur());
        entries.transfer("anna", TransferType.ADJUSTMENT, 50);
        post(50);
        assertEquals("players 750, house 0, cash -700, adjustments -50, sum 0", eur());
        entries.transfer("anna", TransferType.ADJUSTMENT, -20);
        post(20);
        assertEquals("players 730, house 0, cash -700, adjustments -30, sum 0", eur());
        entries.forge(ForgedOutcome.debited(10, 720)).book(Bet.debit("d", "anna", null, 10));
        post(10);
        assertEquals("players 720, house 10, cash -700, adjustments -30, sum 0", eur());
        entries.book(Bet.credit("c", "anna", 4, null));
        post(4);
        assertEquals("players 724, house 6, cash -700, adjustments -30, sum 0", eur());
    }

    @Test
    void shouldGoOnFromTotals() {
        books.start(new Answer.TrialBalance.Line("EUR", "5", "-7", "8", "-6", "0"));
        entries.deposit("anna", 1);
        post(1);

        assertEquals("players 6, house -7, cash 7, adjustments -6, sum 0", eur());
    }

    /** Each entry behind it has the same sum: one line is enough, until it is right again and wrong anew. */
    @Test
    void shouldTellOnceThatACurrencyDoesNotSumToZero() {
        books.start(new Answer.TrialBalance.Line("USD", "0", "0", "0", "0", "0"));
        books.start(new Answer.TrialBalance.Line("EUR", "5", "0", "0", "0", "0"));
        books.requireZero(7, findings);
        books.requireZero(8, findings);
        books.start(new Answer.TrialBalance.Line("EUR", "5", "0", "-5", "0", "0"));
        books.requireZero(9, findings);
        assertEquals(1, findings.count());
        books.start(new Answer.TrialBalance.Line("EUR", "5", "0", "-4", "0", "0"));
        books.requireZero(10, findings);

        assertEquals(
                List.of(
                        "{\"sequence\":7,\"what\":\"the trial balance in EUR is 5, not zero\"}",
                        "{\"sequence\":10,\"what\":\"the trial balance in EUR is 1, not zero\"}"),
                findings.rows().stream().map(Summary::toJson).toList());
    }

    /** The last entry's item moved this amount, to or from anna. */
    private void post(long amount) {
        Item item = new Item().wrap(entries.frame(entries.last()), 0);
        item.next();
        long after = item.balance();
        long before = item.takes() ? after + amount : after - amount;
        books.post(books.number("EUR"), item, before, after, amount);
    }

    private String eur() {
        Summary row = books.rows().get(books.number("EUR"));
        return "players " + row.text("players") + ", house " + row.text("house") + ", cash " + row.text("cash")
                + ", adjustments " + row.text("adjustments") + ", sum " + row.text("sum");
    }
}
