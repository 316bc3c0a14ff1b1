package bankroll.ledger;

import static bankroll.protocol.Outcome.CURRENCY_MISMATCH;
import static bankroll.protocol.Outcome.DUPLICATE_MISMATCH;
import static bankroll.protocol.Outcome.INSUFFICIENT_FUNDS;
import static bankroll.protocol.Outcome.LIMIT_EXCEEDED;
import static bankroll.protocol.Outcome.OK;
import static bankroll.protocol.Outcome.PLAYER_NOT_FOUND;
import static bankroll.protocol.TransferType.ADJUSTMENT;
import static bankroll.protocol.TransferType.DEPOSIT;
import static bankroll.protocol.TransferType.WITHDRAWAL;
import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.protocol.LimitSlot;
import bankroll.protocol.Outcome.Anomaly;
import bankroll.protocol.PlayerCommand;
import bankroll.protocol.TransferItem.Transfer;
import bankroll.protocol.TransferType;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Deposits, withdrawals and adjustments by the operator (decisions §12): booked once under their id. */
class TransferTest extends LedgerSpecification {
    @BeforeEach
    void givenAnnAndBobWithAHundred() {
        ledger.givenPlayer("ann", "100");
        ledger.givenPlayer("bob", "100");
    }

    @Test
    void shouldDepositAndWithdraw() {
        assertEquals(ok("150"), ledger.transfer(transfer("1", DEPOSIT, "50")));
        assertEquals(ok("130"), ledger.transfer(transfer("2", WITHDRAWAL, "20")));
        assertBalance("100", "bob");
    }

    @Test
    void shouldAdjustUpAndDown() {
        assertEquals(ok("150"), ledger.transfer(transfer("1", ADJUSTMENT, "50")));
        assertEquals(ok("0"), ledger.transfer(new Transfer("2", "ann", ADJUSTMENT, 150, true, "EUR", "because")));
    }

    @Test
    void shouldBookOnceAndAnswerCopiesWithTheFirstTime() {
        ledger.transfer(transfer("1", DEPOSIT, "50"));
        Long firstMs = ledger.nowMs();
        ledger.advance(5);
        ledger.bookOne(Asked.credit("c", "ann", "1", null));

        assertEquals(answered(OK, "151", firstMs), ledger.transfer(transfer("1", DEPOSIT, "50")));
        assertNothingRecorded();
    }

    @Test
    void shouldRefuseOtherContentUnderTheSameId() {
        ledger.transfer(transfer("1", DEPOSIT, "50"));

        assertEquals(untimed(DUPLICATE_MISMATCH, "150"), ledger.transfer(transfer("1", DEPOSIT, "51")));
        assertEquals(untimed(DUPLICATE_MISMATCH, "150"), ledger.transfer(transfer("1", WITHDRAWAL, "50")));
        assertEquals(untimed(DUPLICATE_MISMATCH, "150"), ledger.transfer(in("USD", "1")));
        assertEquals(untimed(DUPLICATE_MISMATCH, null), ledger.transfer(LedgerScript.deposit("1", "bob", "50")));
        assertEquals(List.of(Anomaly.DUPLICATE_MISMATCH), ledger.anomalies());
    }

    @Test
    void shouldNotCompareTheReason() {
        ledger.transfer(transfer("1", DEPOSIT, "50"));

        assertEquals(ok("150"), ledger.transfer(new Transfer("1", "ann", DEPOSIT, 50, false, "EUR", "other")));
    }

    @Test
    void shouldWithdrawTheLastCoinAndNoMore() {
        assertEquals(untimed(INSUFFICIENT_FUNDS, "100"), ledger.transfer(transfer("1", WITHDRAWAL, "101")));
        assertEquals(ok("0"), ledger.transfer(transfer("2", WITHDRAWAL, "100")));
    }

    @Test
    void shouldDepositUpToNineteenDigits() {
        assertEquals(untimed(LIMIT_EXCEEDED, "100"), ledger.transfer(transfer("1", DEPOSIT, "9999999999999999900")));
        assertEquals(ok(MOST), ledger.transfer(transfer("2", DEPOSIT, "9999999999999999899")));
    }

    @Test
    void shouldForgetRefusals() {
        ledger.transfer(transfer("1", WITHDRAWAL, "101"));
        assertNothingRecorded();
        ledger.transfer(transfer("2", DEPOSIT, "1"));

        assertEquals(ok("0"), ledger.transfer(transfer("1", WITHDRAWAL, "101")));
    }

    @Test
    void shouldKnowPlayerAndCurrencyFirst() {
        assertEquals(
                untimed(PLAYER_NOT_FOUND, null),
                ledger.transfer(new Transfer("1", "nobody", WITHDRAWAL, 1, false, "USD", null)));
        assertEquals(untimed(CURRENCY_MISMATCH, "100"), ledger.transfer(in("USD", "2")));
        assertEquals(
                untimed(CURRENCY_MISMATCH, "100"),
                ledger.transfer(new Transfer("3", "ann", WITHDRAWAL, 101, false, "USD", null)));
    }

    @Test
    void shouldNotHeedBlocksAndLimits() {
        ledger.block("ann", PlayerCommand.FOR_EVER, true);
        ledger.limits("ann", Map.of(LimitSlot.STAKE, 0L, LimitSlot.WAGER_DAY, 0L));

        assertEquals(ok("90"), ledger.transfer(transfer("1", WITHDRAWAL, "10")));
        assertEquals("0", ledger.player("ann").limits().get(1).used());
    }

    @Test
    void shouldHaveIdsOfItsOwn() {
        ledger.bookOne(ledger.debit("1", "ann", "10"));

        assertEquals(ok("140"), ledger.transfer(transfer("1", DEPOSIT, "50")));
        assertEquals(ok("140"), ledger.bookOne(ledger.debit("1", "ann", "10")));
    }

    private static Transfer transfer(String id, TransferType type, String amount) {
        return new Transfer(id, "ann", type, Long.parseUnsignedLong(amount), false, "EUR", null);
    }

    private static Transfer in(String currency, String id) {
        return new Transfer(id, "ann", DEPOSIT, 50, false, currency, null);
    }
}
