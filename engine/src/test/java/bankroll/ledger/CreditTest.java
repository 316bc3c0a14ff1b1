package bankroll.ledger;

import static bankroll.protocol.Outcome.LIMIT_EXCEEDED;
import static bankroll.protocol.Outcome.OK;
import static bankroll.protocol.Outcome.REFERENCE_NOT_FOUND;
import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.protocol.LimitSlot;
import bankroll.protocol.PlayerCommand;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Credits (decisions §8): player and currency, reference, 19 digits, in that order; a win is payable whatever else is. */
class CreditTest extends LedgerSpecification {
    @BeforeEach
    void givenAnnAndBobWithAHundred() {
        ledger.givenPlayer("ann", "100");
        ledger.givenPlayer("bob", "100");
    }

    @Test
    void shouldPayAWin() {
        ledger.bookOne(ledger.debit("d", "ann", "10"));

        assertEquals(ok("340"), ledger.bookOne(Asked.credit("c", "ann", "250", "d")));
        assertBalance("100", "bob");
    }

    @Test
    void shouldPayAWinWithoutAReference() {
        assertEquals(ok("101"), ledger.bookOne(Asked.credit("c", "ann", "1", null)));
    }

    @Test
    void shouldPayNothingAsWell() {
        assertEquals(ok("100"), ledger.bookOne(Asked.credit("c", "ann", "0", null)));
    }

    @Test
    void shouldPaySeveralWinsOfOneDebit() {
        ledger.bookOne(ledger.debit("d", "ann", "10"));

        assertEquals(ok("95"), ledger.bookOne(Asked.credit("c1", "ann", "5", "d")));
        assertEquals(ok("100"), ledger.bookOne(Asked.credit("c2", "ann", "5", "d")));
    }

    @Test
    void shouldPayABlockedPlayerInAClosedSessionBeyondEveryLimit() {
        ledger.bookOne(ledger.debit("d", "ann", "10"));
        ledger.limits("ann", Map.of(LimitSlot.STAKE, 0L, LimitSlot.WAGER_DAY, 0L, LimitSlot.LOSS_DAY, 0L));
        ledger.block("ann", PlayerCommand.FOR_EVER, true);
        ledger.closeSessions("ann");

        assertEquals(ok("95"), ledger.bookOne(Asked.credit("c", "ann", "5", "d")));
    }

    @Test
    void shouldRefuseCreditOfAnUnknownPlayer() {
        assertEquals(answered(REFERENCE_NOT_FOUND, null), ledger.bookOne(Asked.credit("c", "nobody", "5", null)));
    }

    @Test
    void shouldRefuseCreditInAnotherCurrency() {
        assertEquals(
                answered(REFERENCE_NOT_FOUND, "100"),
                ledger.bookOne(Asked.credit("c", "ann", "5", null).in("USD")));
    }

    @Test
    void shouldRefuseCreditOfAnUnknownDebit() {
        assertEquals(answered(REFERENCE_NOT_FOUND, "100"), ledger.bookOne(Asked.credit("c", "ann", "5", "d")));
    }

    @Test
    void shouldRefuseCreditOfARefusedDebit() {
        ledger.bookOne(ledger.debit("d", "ann", "101"));

        assertEquals(answered(REFERENCE_NOT_FOUND, "100"), ledger.bookOne(Asked.credit("c", "ann", "5", "d")));
    }

    @Test
    void shouldRefuseCreditOfADebitThatWasGivenBack() {
        ledger.book(ledger.debit("d", "ann", "10"), Asked.rollback("r", "ann", "d"));

        assertEquals(answered(REFERENCE_NOT_FOUND, "100"), ledger.bookOne(Asked.credit("c", "ann", "5", "d")));
    }

    @Test
    void shouldRefuseCreditOfAnotherPlayersDebit() {
        ledger.bookOne(ledger.debit("d", "bob", "10"));

        assertEquals(answered(REFERENCE_NOT_FOUND, "100"), ledger.bookOne(Asked.credit("c", "ann", "5", "d")));
    }

    @Test
    void shouldRefuseCreditOfWhatIsNoDebit() {
        ledger.book(Asked.credit("c0", "ann", "5", null), Asked.rollback("r0", "ann", "tombstone"));

        assertEquals(answered(REFERENCE_NOT_FOUND, "105"), ledger.bookOne(Asked.credit("c1", "ann", "5", "c0")));
        assertEquals(answered(REFERENCE_NOT_FOUND, "105"), ledger.bookOne(Asked.credit("c2", "ann", "5", "r0")));
        assertEquals(answered(REFERENCE_NOT_FOUND, "105"), ledger.bookOne(Asked.credit("c3", "ann", "5", "tombstone")));
    }

    @Test
    void shouldRefuseCreditBeyondNineteenDigits() {
        assertEquals(answered(LIMIT_EXCEEDED, "100"), ledger.bookOne(Asked.credit("c", "ann", MOST, null)));
        assertEquals(ok(MOST), ledger.bookOne(Asked.credit("e", "ann", "9999999999999999899", null)));
    }

    @Test
    void shouldTellAReferenceBeforeNineteenDigits() {
        assertEquals(answered(REFERENCE_NOT_FOUND, "100"), ledger.bookOne(Asked.credit("c", "ann", MOST, "d")));
    }

    @Test
    void shouldPayOnceItsDebitStands() {
        Asked win = Asked.credit("c", "ann", "50", "d");
        ledger.bookOne(win);
        long position = ledger.lookup("c").position();
        ledger.advance(1);
        ledger.bookOne(ledger.debit("d", "ann", "10"));

        assertEquals(ok("140"), ledger.bookOne(win));
        assertEquals(answered(OK, "140", ledger.nowMs()), ledger.bookOne(win));
        assertEquals(position + (2L << 9), ledger.lookup("c").position());
    }

    @Test
    void shouldPayOnceThereIsRoomForIt() {
        Asked win = Asked.credit("c", "ann", "9999999999999999900", null);
        assertEquals(answered(LIMIT_EXCEEDED, "100"), ledger.bookOne(win));
        ledger.bookOne(ledger.debit("d", "ann", "1"));

        assertEquals(ok(MOST), ledger.bookOne(win));
    }

    @Test
    void shouldRefuseAgainWithTheTimeOfTheLatestRefusal() {
        ledger.bookOne(Asked.credit("c", "ann", "50", "d"));
        ledger.advance(5);

        assertEquals(answered(REFERENCE_NOT_FOUND, "100"), ledger.bookOne(Asked.credit("c", "ann", "50", "d")));
    }

    @Test
    void shouldPayACreditWhoseIdARollbackNamedBefore() {
        ledger.bookOne(Asked.rollback("r", "ann", "c"));

        assertEquals(ok("105"), ledger.bookOne(Asked.credit("c", "ann", "5", null)));
    }
}
