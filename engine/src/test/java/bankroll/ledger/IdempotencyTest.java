package bankroll.ledger;

import static bankroll.protocol.Outcome.DUPLICATE_MISMATCH;
import static bankroll.protocol.Outcome.INSUFFICIENT_FUNDS;
import static bankroll.protocol.Outcome.LIMIT_EXCEEDED;
import static bankroll.protocol.Outcome.OK;
import static bankroll.protocol.Outcome.PLAYER_BLOCKED;
import static bankroll.protocol.Outcome.ROLLED_BACK;
import static bankroll.protocol.Outcome.SESSION_INVALID;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import bankroll.protocol.LimitSlot;
import bankroll.protocol.PlayerCommand;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The same id again (decisions §6 and, for balance and time of the answer, §10). */
class IdempotencyTest extends LedgerSpecification {
    private Asked debit;
    private long firstMs;

    @BeforeEach
    void givenAnnWithAHundredAndADebitOfForty() {
        ledger.givenPlayer("ann", "100");
        ledger.givenPlayer("bob", "100");
        debit = ledger.debit("d", "ann", "40").round("r").naming("ref");
        ledger.bookOne(debit);
        firstMs = ledger.nowMs();
        ledger.advance(5);
    }

    @Test
    void shouldAnswerACopyWithTheFirstTimeAndTheCurrentBalance() {
        ledger.bookOne(Asked.credit("c", "ann", "7", null));

        assertEquals(answered(OK, "67", firstMs), ledger.bookOne(debit));
        assertNothingRecorded();
    }

    @Test
    void shouldAnswerACopyInTheSameBatch() {
        Asked other = ledger.debit("e", "ann", "1");

        assertEquals(List.of(ok("59"), ok("59"), answered(OK, "59", firstMs)), ledger.book(other, other, debit));
    }

    static Stream<Arguments> differences() {
        return Stream.of(
                difference("amount", asked -> asked.of("41")),
                difference("currency", asked -> asked.in("USD")),
                difference("game", asked -> asked.at("other")),
                difference("no game", asked -> asked.at(null)),
                difference("round", asked -> asked.round("other")),
                difference("no round", asked -> asked.round(null)),
                difference("reference", asked -> asked.naming("other")),
                difference("no reference", asked -> asked.naming(null)),
                difference(
                        "type",
                        asked -> Asked.credit(asked.id(), asked.player(), asked.amount(), null)
                                .round("r")
                                .naming("ref")),
                // the same letters, cut elsewhere
                difference("cut", asked -> asked.at("gr").round(null)));
    }

    private static Arguments difference(String name, UnaryOperator<Asked> change) {
        return arguments(name, change);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("differences")
    void shouldRefuseOtherContentUnderTheSameId(String name, UnaryOperator<Asked> change) {
        assertEquals(untimed(DUPLICATE_MISMATCH, "60"), ledger.bookOne(change.apply(debit)));
        assertEquals(answered(OK, "60", firstMs), ledger.bookOne(debit));
    }

    @Test
    void shouldTellNobodyElsesBalanceWithAMismatch() {
        assertEquals(untimed(DUPLICATE_MISMATCH, null), ledger.bookOne(debit.by("bob")));
        assertEquals(untimed(DUPLICATE_MISMATCH, null), ledger.bookOne(debit.by("nobody")));
    }

    @Test
    void shouldNotCompareTheSession() {
        assertEquals(answered(OK, "60", firstMs), ledger.bookOne(debit.during("another")));
        assertEquals(answered(OK, "60", firstMs), ledger.bookOne(debit.during(null)));
    }

    @Test
    void shouldNotCompareAmountAndCurrencyOfARollback() {
        Asked rollback = Asked.rollback("r", "ann", "d");
        ledger.bookOne(rollback);

        assertEquals(ok("100"), ledger.bookOne(rollback.of("3").in("USD")));
        assertEquals(untimed(DUPLICATE_MISMATCH, "100"), ledger.bookOne(rollback.naming("e")));
    }

    @Test
    void shouldAnswerACopyOfABookedDebitThatWasGivenBack() {
        ledger.bookOne(Asked.rollback("r", "ann", "d"));

        assertEquals(answered(OK, "100", firstMs), ledger.bookOne(debit));
    }

    @Test
    void shouldKeepMissingFundsRefusedAfterATopUp() {
        Asked beyond = ledger.debit("e", "ann", "61");
        ledger.bookOne(beyond);
        Long refusedMs = ledger.nowMs();
        ledger.advance(5);
        ledger.transfer(LedgerScript.deposit("t", "ann", "50"));

        assertEquals(answered(INSUFFICIENT_FUNDS, "110", refusedMs), ledger.bookOne(beyond));
        assertNothingRecorded();
    }

    @Test
    void shouldKeepABlockedDebitRefusedAfterTheBlock() {
        ledger.block("ann", PlayerCommand.FOR_EVER, false);
        Asked blocked = ledger.debit("e", "ann", "1");
        ledger.bookOne(blocked);
        ledger.unblock("ann");

        assertEquals(answered(PLAYER_BLOCKED, "60"), ledger.bookOne(blocked));
        assertEquals(ok("59"), ledger.bookOne(ledger.debit("f", "ann", "1")));
    }

    @Test
    void shouldKeepADebitAboveALimitRefusedWithoutTheLimit() {
        ledger.limits("ann", Map.of(LimitSlot.STAKE, 0L));
        Asked above = ledger.debit("e", "ann", "1");
        ledger.bookOne(above);
        ledger.limits("ann", Map.of());
        ledger.advance(DAY_MS);
        ledger.givenSession("ann");

        assertEquals(LIMIT_EXCEEDED, ledger.bookOne(above).status());
        assertEquals(ok("59"), ledger.bookOne(ledger.debit("f", "ann", "1")));
    }

    @Test
    void shouldKeepADebitWithoutASessionRefusedInAGoodOne() {
        Asked sessionless = ledger.debit("e", "ann", "1").during("unknown");
        ledger.bookOne(sessionless);

        assertEquals(answered(SESSION_INVALID, "60"), ledger.bookOne(ledger.debit("e", "ann", "1")));
    }

    @Test
    void shouldKeepALateDebitRolledBack() {
        ledger.bookOne(Asked.rollback("r", "ann", "e"));
        Asked late = ledger.debit("e", "ann", "1");
        ledger.bookOne(late);
        Long refusedMs = ledger.nowMs();
        ledger.advance(5);

        assertEquals(answered(ROLLED_BACK, "60", refusedMs), ledger.bookOne(late));
        assertEquals(untimed(DUPLICATE_MISMATCH, "60"), ledger.bookOne(late.of("2")));
    }

    @Test
    void shouldTellAMismatchBeforeARollback() {
        ledger.bookOne(Asked.rollback("r", "ann", "d"));

        assertEquals(untimed(DUPLICATE_MISMATCH, "100"), ledger.bookOne(debit.of("41")));
    }

    @Test
    void shouldKeepEachPlatformsIdsApart() {
        ledger.asPlatform("other");

        assertEquals(ok("59"), ledger.bookOne(debit.of("1")));
        assertEquals(ok("59"), ledger.bookOne(Asked.rollback("r", "ann", "e")));
        ledger.asPlatform("platform");
        assertEquals(ok("58"), ledger.bookOne(ledger.debit("e", "ann", "1")));
    }

    @Test
    void shouldRememberEveryIdAfterARestart(@TempDir Path directory) {
        Asked refused = ledger.debit("e", "ann", "61");
        Asked late = ledger.debit("f", "ann", "1");
        ledger.book(refused, Asked.rollback("r", "ann", "f"));
        long secondMs = ledger.nowMs();
        ledger.advance(5);
        ledger.restartFromSnapshot(directory);

        assertEquals(
                List.of(
                        answered(OK, "60", firstMs),
                        untimed(DUPLICATE_MISMATCH, "60"),
                        answered(INSUFFICIENT_FUNDS, "60", secondMs),
                        answered(ROLLED_BACK, "60")),
                ledger.book(debit, debit.of("41"), refused, late));
    }

    @Test
    void shouldShareThePlayersAndTheirSessionsAmongPlatforms() {
        ledger.asPlatform("other");

        assertEquals(ok("59"), ledger.bookOne(ledger.debit("e", "ann", "1")));
        assertEquals(ok("64"), ledger.bookOne(Asked.credit("c", "ann", "5", "e")));
        assertBalance("64", "ann");
    }
}
