package bankroll.ledger;

import static bankroll.protocol.Outcome.Anomaly.CREDIT_UNKNOWN_PLAYER;
import static bankroll.protocol.Outcome.Anomaly.CREDIT_UNKNOWN_REFERENCE;
import static bankroll.protocol.Outcome.Anomaly.DUPLICATE_MISMATCH;
import static bankroll.protocol.Outcome.Anomaly.NONE;
import static bankroll.protocol.Outcome.Anomaly.ROLLBACK_AFTER_PAYOUT;
import static bankroll.protocol.Outcome.Anomaly.ROLLBACK_OF_FOREIGN_DEBIT;
import static bankroll.protocol.Outcome.Anomaly.ROLLBACK_OF_NON_DEBIT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.protocol.Outcome.Anomaly;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What an auditor wants to see is recorded with its kind (decisions §12), though nothing else of it may be. */
class AnomalyTest extends LedgerSpecification {
    @BeforeEach
    void givenAnnAndBobWithAHundred() {
        ledger.givenPlayer("ann", "100");
        ledger.givenPlayer("bob", "100");
    }

    @Test
    void shouldSeeNoneInOrdinaryPlay() {
        assertSees(NONE, ledger.debit("d", "ann", "10"));
        assertSees(NONE, Asked.credit("c", "ann", "5", "d"));
        assertSees(NONE, ledger.debit("e", "ann", "10"));
        assertSees(NONE, Asked.rollback("r", "ann", "e"));
        assertSees(NONE, Asked.rollback("r2", "ann", "e"));
        assertSees(NONE, Asked.rollback("r3", "ann", "unknown"));
        assertSees(NONE, ledger.debit("f", "ann", "1000"));
        assertSees(NONE, Asked.credit("g", "ann", MOST, null));
    }

    @Test
    void shouldSeeARollbackAfterAPayout() {
        ledger.book(ledger.debit("d", "ann", "10"), Asked.credit("c", "ann", "5", "d"));

        assertSees(ROLLBACK_AFTER_PAYOUT, Asked.rollback("r", "ann", "d"));
    }

    @Test
    void shouldSeeARefusedRollbackAfterAPayout() {
        ledger.start(settings(DAY_MS, true));
        ledger.book(ledger.debit("d", "ann", "10"), Asked.credit("c", "ann", "5", "d"));

        assertSees(ROLLBACK_AFTER_PAYOUT, Asked.rollback("r", "ann", "d"));
    }

    @Test
    void shouldSeeARollbackOfWhatIsNoDebit() {
        ledger.book(Asked.credit("c", "ann", "5", null), Asked.rollback("r", "ann", "unknown"));

        assertSees(ROLLBACK_OF_NON_DEBIT, Asked.rollback("r1", "ann", "c"));
        assertSees(ROLLBACK_OF_NON_DEBIT, Asked.rollback("r2", "bob", "c"));
        assertSees(ROLLBACK_OF_NON_DEBIT, Asked.rollback("r3", "ann", "r"));
    }

    @Test
    void shouldSeeARollbackOfAnotherPlayersDebit() {
        ledger.book(ledger.debit("d", "ann", "10"), ledger.debit("e", "ann", "1000"));

        assertSees(ROLLBACK_OF_FOREIGN_DEBIT, Asked.rollback("r", "bob", "d"));
        assertSees(ROLLBACK_OF_FOREIGN_DEBIT, Asked.rollback("r", "bob", "e"));
    }

    @Test
    void shouldSeeACreditOfAnUnknownPlayerOrCurrency() {
        assertSees(CREDIT_UNKNOWN_PLAYER, Asked.credit("c1", "nobody", "5", "unknown"));
        assertSees(
                CREDIT_UNKNOWN_PLAYER, Asked.credit("c2", "ann", "5", "unknown").in("USD"));
    }

    @Test
    void shouldSeeACreditWithoutItsDebit() {
        assertSees(CREDIT_UNKNOWN_REFERENCE, Asked.credit("c", "ann", "5", "unknown"));
        assertSees(CREDIT_UNKNOWN_REFERENCE, Asked.credit("c", "ann", "5", "unknown"));
    }

    @Test
    void shouldSeeOtherContentUnderTheSameId() {
        ledger.bookOne(ledger.debit("d", "ann", "10"));

        assertSees(DUPLICATE_MISMATCH, ledger.debit("d", "ann", "11"));
        assertSees(DUPLICATE_MISMATCH, ledger.debit("d", "bob", "10"));
    }

    private void assertSees(Anomaly expected, Asked asked) {
        ledger.bookOne(asked);
        assertEquals(expected, ledger.anomalies().get(0));
        assertTrue(ledger.wasRecorded());
    }
}
