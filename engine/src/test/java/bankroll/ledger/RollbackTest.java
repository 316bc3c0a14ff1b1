package bankroll.ledger;

import static bankroll.protocol.Outcome.DUPLICATE_MISMATCH;
import static bankroll.protocol.Outcome.INSUFFICIENT_FUNDS;
import static bankroll.protocol.Outcome.OK;
import static bankroll.protocol.Outcome.REFERENCE_NOT_FOUND;
import static bankroll.protocol.Outcome.RETRY;
import static bankroll.protocol.Outcome.ROLLED_BACK;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import bankroll.protocol.LimitSlot;
import bankroll.protocol.PlayerCommand;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rollbacks (decisions §9): the whole debit or nothing, and a debit that comes after its rollback never counts. */
class RollbackTest extends LedgerSpecification {
    @BeforeEach
    void givenAnnAndBobWithAHundred() {
        ledger.givenPlayer("ann", "100");
        ledger.givenPlayer("bob", "100");
    }

    @Test
    void shouldGiveTheWholeDebitBack() {
        ledger.bookOne(ledger.debit("d", "ann", "40"));

        assertEquals(ok("100"), ledger.bookOne(Asked.rollback("r", "ann", "d")));
    }

    @Test
    void shouldGiveTheBookedAmountBackWhateverItSays() {
        ledger.bookOne(ledger.debit("d", "ann", "40"));

        assertEquals(
                ok("100"),
                ledger.bookOne(Asked.rollback("r", "ann", "d").of("7").in("USD")));
    }

    @Test
    void shouldGiveABlockedPlayerBackBeyondEveryLimit() {
        ledger.bookOne(ledger.debit("d", "ann", "40"));
        ledger.limits("ann", Map.of(LimitSlot.STAKE, 0L, LimitSlot.WAGER_DAY, 0L));
        ledger.block("ann", PlayerCommand.FOR_EVER, true);
        ledger.closeSessions("ann");

        assertEquals(ok("100"), ledger.bookOne(Asked.rollback("r", "ann", "d")));
    }

    @Test
    void shouldMoveNothingForAnUnknownDebit() {
        assertEquals(ok("100"), ledger.bookOne(Asked.rollback("r", "ann", "d")));
        assertEquals(answered(OK, null), ledger.bookOne(Asked.rollback("r2", "nobody", "e")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ann", "bob"})
    void shouldNotBookADebitThatComesAfterItsRollback(String player) {
        ledger.bookOne(Asked.rollback("r", "ann", "d"));
        ledger.advance(1);

        assertEquals(answered(ROLLED_BACK, "100"), ledger.bookOne(ledger.debit("d", player, "40")));
        assertBalance("100", player);
    }

    @Test
    void shouldAnswerAnUnknownPlayersLateDebitAlike() {
        ledger.bookOne(Asked.rollback("r", "ann", "d"));

        assertEquals(
                answered(ROLLED_BACK, null),
                ledger.bookOne(ledger.debit("d", "ann", "40").by("nobody")));
    }

    @Test
    void shouldMoveNothingForARefusedDebitAndSettleIt() {
        Asked beyond = ledger.debit("d", "ann", "101");
        ledger.bookOne(beyond);
        long refusedAtMs = ledger.nowMs();
        ledger.advance(1);

        assertEquals(ok("100"), ledger.bookOne(Asked.rollback("r", "ann", "d")));
        assertEquals(answered(ROLLED_BACK, "100", refusedAtMs), ledger.bookOne(beyond));
    }

    @Test
    void shouldGiveBackOnce() {
        ledger.book(ledger.debit("d", "ann", "40"), Asked.rollback("r1", "ann", "d"));

        assertEquals(ok("100"), ledger.bookOne(Asked.rollback("r2", "ann", "d")));
    }

    @Test
    void shouldMoveNothingForACreditOrARollback() {
        ledger.book(
                Asked.credit("c", "ann", "5", null), ledger.debit("d", "ann", "5"), Asked.rollback("r", "ann", "d"));

        assertEquals(ok("105"), ledger.bookOne(Asked.rollback("r1", "ann", "c")));
        assertEquals(ok("105"), ledger.bookOne(Asked.rollback("r2", "ann", "r")));
        assertEquals(ok("100"), ledger.bookOne(Asked.rollback("r3", "bob", "c")));
    }

    @Test
    void shouldRefuseARollbackOfAnotherPlayersDebitAndForgetIt() {
        ledger.bookOne(ledger.debit("d", "ann", "40"));
        Asked foreign = Asked.rollback("r", "bob", "d");

        assertEquals(untimed(DUPLICATE_MISMATCH, null), ledger.bookOne(foreign));
        assertNull(ledger.lookup("r"));
        assertBalance("60", "ann");
        assertBalance("100", "bob");
        assertEquals(ok("100"), ledger.bookOne(foreign.by("ann")));
    }

    @Test
    void shouldLeaveNoTombstoneOnAnotherPlayersRefusedDebit() {
        Asked beyond = ledger.debit("d", "ann", "101");
        ledger.bookOne(beyond);

        assertEquals(untimed(DUPLICATE_MISMATCH, null), ledger.bookOne(Asked.rollback("r", "bob", "d")));
        assertEquals(answered(INSUFFICIENT_FUNDS, "100"), ledger.bookOne(beyond));
    }

    @Test
    void shouldGiveBackWhatWasPaidOut() {
        ledger.book(ledger.debit("d", "ann", "40"), Asked.credit("c", "ann", "5", "d"));

        assertEquals(ok("105"), ledger.bookOne(Asked.rollback("r", "ann", "d")));
    }

    @Test
    void shouldRefuseToGiveBackWhatWasPaidOutWhenTheOperatorSaysSo() {
        ledger.start(settings(DAY_MS, true));
        ledger.book(ledger.debit("d", "ann", "40"), Asked.credit("c", "ann", "5", "d"), ledger.debit("e", "ann", "5"));

        assertEquals(untimed(DUPLICATE_MISMATCH, "60"), ledger.bookOne(Asked.rollback("r", "ann", "d")));
        assertNull(ledger.lookup("r"));
        assertEquals(ok("65"), ledger.bookOne(Asked.rollback("s", "ann", "e")));
    }

    @Test
    void shouldAskToTryAgainWhenTheAccountIsFull() {
        Asked back = Asked.rollback("r", "ann", "d");
        ledger.book(ledger.debit("d", "ann", "40"), Asked.credit("c", "ann", "9999999999999999939", null));
        assertBalance(MOST, "ann");

        assertEquals(untimed(RETRY, null), ledger.bookOne(back));
        assertNothingRecorded();
        assertNull(ledger.lookup("r"));
        ledger.bookOne(ledger.debit("e", "ann", "40"));
        assertEquals(ok(MOST), ledger.bookOne(back));
    }

    @Test
    void shouldAnswerItsCopyAlike() {
        ledger.book(ledger.debit("d", "ann", "40"), Asked.rollback("r", "ann", "d"));
        long firstMs = ledger.nowMs();
        ledger.advance(7);

        assertEquals(answered(OK, "100", firstMs), ledger.bookOne(Asked.rollback("r", "ann", "d")));
        assertNothingRecorded();
    }

    @Test
    void shouldNotSettleARefusedCredit() {
        Asked win = Asked.credit("c", "ann", "5", "d");
        assertEquals(answered(REFERENCE_NOT_FOUND, "100"), ledger.bookOne(win));
        assertEquals(ok("100"), ledger.bookOne(Asked.rollback("r", "ann", "c")));
        ledger.bookOne(ledger.debit("d", "ann", "5"));

        assertEquals(ok("100"), ledger.bookOne(win));
    }

    @Test
    void shouldDecideARollbackUnderATombstonesId() {
        ledger.book(ledger.debit("d", "ann", "40"), Asked.rollback("r1", "ann", "r2"));

        assertEquals(ok("100"), ledger.bookOne(Asked.rollback("r2", "ann", "d")));
    }
}
