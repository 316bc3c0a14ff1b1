package bankroll.ledger;

import static bankroll.protocol.Outcome.DUPLICATE_MISMATCH;
import static bankroll.protocol.Outcome.INSUFFICIENT_FUNDS;
import static bankroll.protocol.Outcome.LIMIT_EXCEEDED;
import static bankroll.protocol.Outcome.PLAYER_BLOCKED;
import static bankroll.protocol.Outcome.ROLLED_BACK;
import static bankroll.protocol.Outcome.SESSION_INVALID;
import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.protocol.LimitSlot;
import bankroll.protocol.PlayerCommand;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Debits (decisions §7): session, block, limit, funds, in that order. */
class DebitTest extends LedgerSpecification {
    @BeforeEach
    void givenAnnAndBobWithAHundred() {
        ledger.givenPlayer("ann", "100");
        ledger.givenPlayer("bob", "100");
    }

    @Test
    void shouldTakeAStake() {
        assertEquals(ok("60"), ledger.bookOne(ledger.debit("d", "ann", "40")));
        assertBalance("60", "ann");
        assertBalance("100", "bob");
    }

    @Test
    void shouldTakeTheLastCoin() {
        assertEquals(ok("0"), ledger.bookOne(ledger.debit("d", "ann", "100")));
    }

    @Test
    void shouldRefuseDebitBeyondFunds() {
        assertEquals(answered(INSUFFICIENT_FUNDS, "100"), ledger.bookOne(ledger.debit("d", "ann", "101")));
        assertBalance("100", "ann");
    }

    @Test
    void shouldTakeNothingFromAnEmptyAccount() {
        ledger.givenPlayer("cyd", "0");

        assertEquals(ok("0"), ledger.bookOne(ledger.debit("d", "cyd", "0")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "no session of ours", "AAAAAAAAAAcAAAAAAAAAAA"})
    void shouldRefuseDebitInAnUnknownSession(String session) {
        assertEquals(
                answered(SESSION_INVALID, "100"),
                ledger.bookOne(ledger.debit("d", "ann", "1").during(session)));
    }

    @Test
    void shouldRefuseDebitInAnotherPlayersSession() {
        Asked inBobs = ledger.debit("d", "bob", "1").by("ann");

        assertEquals(answered(SESSION_INVALID, "100"), ledger.bookOne(inBobs));
        assertBalance("100", "bob");
    }

    @Test
    void shouldRefuseDebitOfAnUnknownPlayer() {
        assertEquals(
                answered(SESSION_INVALID, null),
                ledger.bookOne(ledger.debit("d", "ann", "1").by("nobody")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"USD", "EUS", "ERR", "XUR", "EURO", "EU", "eur"})
    void shouldRefuseDebitInAnotherCurrency(String currency) {
        assertEquals(
                answered(SESSION_INVALID, "100"),
                ledger.bookOne(ledger.debit("d", "ann", "1").in(currency)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"GOLD", "GO", "sixteen letters!"})
    void shouldKnowACurrencyOfAnyLength(String currency) {
        ledger.open("cyd", currency);
        ledger.givenSession("cyd");
        String other = currency.substring(0, currency.length() - 1) + "?";

        assertEquals(ok("0"), ledger.bookOne(ledger.debit("d", "cyd", "0").in(currency)));
        assertEquals(
                answered(SESSION_INVALID, "0"),
                ledger.bookOne(ledger.debit("e", "cyd", "0").in(other)));
        assertEquals(currency, ledger.balance("cyd").currency());
    }

    @Test
    void shouldRefuseABlockedPlayersDebit() {
        ledger.block("ann", PlayerCommand.FOR_EVER, false);

        assertEquals(answered(PLAYER_BLOCKED, "100"), ledger.bookOne(ledger.debit("d", "ann", "1")));
        assertEquals(ok("99"), ledger.bookOne(ledger.debit("e", "bob", "1")));
    }

    @Test
    void shouldRefuseAStakeAboveALimit() {
        ledger.limits("ann", Map.of(LimitSlot.STAKE, 10L));

        assertEquals(answered(LIMIT_EXCEEDED, "100"), ledger.bookOne(ledger.debit("d", "ann", "11")));
        assertEquals(ok("89"), ledger.bookOne(ledger.debit("e", "bob", "11")));
    }

    @Test
    void shouldTellItsRollbackBeforeItsSession() {
        ledger.bookOne(Asked.rollback("r", "ann", "d"));

        assertEquals(
                answered(ROLLED_BACK, "100"),
                ledger.bookOne(ledger.debit("d", "ann", "1").during("unknown")));
    }

    @Test
    void shouldTellASessionBeforeABlock() {
        ledger.block("ann", PlayerCommand.FOR_EVER, false);

        assertEquals(
                answered(SESSION_INVALID, "100"),
                ledger.bookOne(ledger.debit("d", "ann", "1").during("unknown")));
        assertEquals(
                answered(SESSION_INVALID, "100"),
                ledger.bookOne(ledger.debit("e", "ann", "1").in("USD")));
    }

    @Test
    void shouldTellABlockBeforeALimit() {
        ledger.limits("ann", Map.of(LimitSlot.STAKE, 10L));
        ledger.block("ann", PlayerCommand.FOR_EVER, false);

        assertEquals(answered(PLAYER_BLOCKED, "100"), ledger.bookOne(ledger.debit("d", "ann", "11")));
    }

    @Test
    void shouldTellABlockBeforeMissingFunds() {
        ledger.block("ann", PlayerCommand.FOR_EVER, false);

        assertEquals(answered(PLAYER_BLOCKED, "100"), ledger.bookOne(ledger.debit("d", "ann", "101")));
    }

    @Test
    void shouldTellALimitBeforeMissingFunds() {
        ledger.limits("ann", Map.of(LimitSlot.STAKE, 10L));

        assertEquals(answered(LIMIT_EXCEEDED, "100"), ledger.bookOne(ledger.debit("d", "ann", "101")));
    }

    @Test
    void shouldTakeAReferenceForWhatItIs() {
        Asked debit = ledger.debit("d", "ann", "1").naming("anything");

        assertEquals(ok("99"), ledger.bookOne(debit));
        assertEquals(ok("99"), ledger.bookOne(debit));
        assertEquals(untimed(DUPLICATE_MISMATCH, "99"), ledger.bookOne(debit.naming("another")));
    }
}
