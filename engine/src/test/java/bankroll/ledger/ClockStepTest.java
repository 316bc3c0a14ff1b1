package bankroll.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.protocol.Outcome;
import org.junit.jupiter.api.Test;

/** A clock that stepped far ahead and was confirmed; each replay of these entries leads to the same. */
class ClockStepTest extends LedgerSpecification {
    @Test
    void shouldRecordAConfirmationAndGoOnAtItsTime() {
        ledger.givenPlayer("ann", "500");
        ledger.advance(400 * DAY_MS);

        assertEquals(Outcome.OK, ledger.confirmClock());

        assertTrue(ledger.wasRecorded());
        assertEquals(ledger.nowMs(), ledger.ledger().timeMs());
        assertEquals(ok("600"), ledger.transfer(LedgerScript.deposit("later", "ann", "100")));
    }
}
