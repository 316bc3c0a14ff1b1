package bankroll.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the ledger tells of itself. */
class LedgerTest extends LedgerSpecification {
    @Test
    void shouldMoveToTheTimeOfAQuestion() {
        ledger.ledger().moveTo(NOON_MS + 1);

        assertEquals(NOON_MS + 1, ledger.ledger().timeMs());
        ledger.advance(1);
    }

    /** The very first transaction is found again, too. */
    @Test
    void shouldRememberOnceWhatIsDecidedAnew() {
        ledger.open("ann", "EUR");
        Asked win = Asked.credit("c", "ann", "5", "d");
        ledger.bookOne(win);
        ledger.bookOne(win);

        assertEquals(1, ledger.ledger().transactions());
    }

    /** The very first session, too. */
    @Test
    void shouldAnswerARepeatedExchangeWithTheSessionThatItOpened() {
        ledger.open("ann", "EUR");
        ledger.mint("code", "ann", null, false, MINUTE_MS);

        String first = ledger.authenticate("code", "msg", "g");

        assertNotNull(first);
        assertEquals(first, ledger.authenticate("code", "msg", "g"));
    }

    @Test
    void shouldBeAtTheTimeOfItsLastEntryAfterARestartFromASnapshot(@TempDir Path directory) {
        ledger.givenPlayer("ann", "10");

        ledger.restartFromSnapshot(directory);

        assertEquals(NOON_MS, ledger.ledger().timeMs());
    }

    @Test
    void shouldTellHowMuchMemoryATransactionTakes() {
        assertEquals(0, ledger.ledger().bytesPerTransaction());
        ledger.givenPlayer("ann", "10");
        double one = ledger.ledger().bytesPerTransaction();
        assertTrue(one > 0);
        ledger.bookOne(ledger.debit("d", "ann", "1"));

        assertEquals(one / 2, ledger.ledger().bytesPerTransaction(), "as much memory for two of them");
    }
}
