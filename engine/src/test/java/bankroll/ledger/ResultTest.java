package bankroll.ledger;

import static bankroll.protocol.Outcome.DUPLICATE_MISMATCH;
import static bankroll.protocol.Outcome.INSUFFICIENT_FUNDS;
import static bankroll.protocol.Outcome.LIMIT_EXCEEDED;
import static bankroll.protocol.Outcome.OK;
import static bankroll.protocol.Outcome.PLAYER_BLOCKED;
import static bankroll.protocol.Outcome.REFERENCE_NOT_FOUND;
import static bankroll.protocol.Outcome.RETRY;
import static bankroll.protocol.Outcome.ROLLED_BACK;
import static bankroll.protocol.Outcome.SESSION_INVALID;
import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.protocol.LimitSlot;
import bankroll.protocol.PlayerCommand;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What stands in a result beside its status (decisions §10): the balance behind the item, and when it was decided. */
class ResultTest extends LedgerSpecification {
    @BeforeEach
    void givenAnnAndBobWithAHundred() {
        ledger.givenPlayer("ann", "100");
        ledger.givenPlayer("bob", "100");
    }

    @Test
    void shouldTellTheBalanceBehindEachItemAndOneTimeForAllOfThem() {
        ledger.advance(1);
        List<Answered> results = ledger.book(
                ledger.debit("d", "ann", "40"),
                ledger.debit("e", "ann", "61"),
                ledger.debit("f", "ann", "1").during("unknown"),
                Asked.credit("c", "ann", "5", "unknown"),
                Asked.credit("w", "ann", "5", "d"),
                Asked.rollback("r", "ann", "g"),
                ledger.debit("g", "ann", "1"),
                Asked.rollback("s", "ann", "d"),
                Asked.rollback("t", "ann", "d"),
                Asked.rollback("u", "ann", "e"),
                Asked.rollback("v", "ann", "w"));

        assertEquals(
                List.of(
                        ok("60"),
                        answered(INSUFFICIENT_FUNDS, "60"),
                        answered(SESSION_INVALID, "60"),
                        answered(REFERENCE_NOT_FOUND, "60"),
                        ok("65"),
                        ok("65"),
                        answered(ROLLED_BACK, "65"),
                        ok("105"),
                        ok("105"),
                        ok("105"),
                        ok("105")),
                results);
    }

    @Test
    void shouldTellTheBalanceOfWhoMayNotPlay() {
        ledger.limits("ann", Map.of(LimitSlot.STAKE, 10L));
        assertEquals(answered(LIMIT_EXCEEDED, "100"), ledger.bookOne(ledger.debit("d", "ann", "11")));

        ledger.block("ann", PlayerCommand.FOR_EVER, false);
        assertEquals(answered(PLAYER_BLOCKED, "100"), ledger.bookOne(ledger.debit("e", "ann", "1")));
    }

    @Test
    void shouldTellNoBalanceOfAnUnknownPlayer() {
        assertEquals(
                List.of(answered(SESSION_INVALID, null), answered(REFERENCE_NOT_FOUND, null), answered(OK, null)),
                ledger.book(
                        ledger.debit("d", "ann", "1").by("nobody"),
                        Asked.credit("c", "nobody", "1", null),
                        Asked.rollback("r", "nobody", "e")));
    }

    @Test
    void shouldTellTheCurrentBalanceAndTheFirstTimeToACopy() {
        Asked[] asked = {
            ledger.debit("d", "ann", "40"),
            ledger.debit("e", "ann", "61"),
            Asked.credit("c", "ann", "5", "d"),
            Asked.rollback("r", "ann", "e")
        };
        ledger.book(asked);
        long firstMs = ledger.nowMs();
        ledger.advance(1);
        ledger.bookOne(ledger.debit("f", "ann", "3"));

        assertEquals(
                List.of(
                        answered(OK, "62", firstMs),
                        answered(ROLLED_BACK, "62", firstMs),
                        answered(OK, "62", firstMs),
                        answered(OK, "62", firstMs)),
                ledger.book(asked));
    }

    @Test
    void shouldTellNeitherBalanceNorTimeWithARetry() {
        ledger.book(ledger.debit("d", "ann", "40"), Asked.credit("c", "ann", "9999999999999999939", null));

        assertEquals(untimed(RETRY, null), ledger.bookOne(Asked.rollback("r", "ann", "d")));
    }

    @Test
    void shouldTellNeitherBalanceNorTimeWithARollbackOfAnotherPlayersDebit() {
        ledger.book(ledger.debit("d", "ann", "40"), ledger.debit("e", "ann", "61"));

        assertEquals(
                List.of(untimed(DUPLICATE_MISMATCH, null), untimed(DUPLICATE_MISMATCH, null)),
                ledger.book(Asked.rollback("r", "bob", "d"), Asked.rollback("s", "bob", "e")));
    }

    @Test
    void shouldTellNeitherBalanceNorTimeWhereTheIdIsAnotherPlayers() {
        ledger.bookOne(ledger.debit("d", "ann", "40"));

        assertEquals(untimed(DUPLICATE_MISMATCH, null), ledger.bookOne(ledger.debit("d", "bob", "40")));
    }

    @Test
    void shouldTellTheBalanceAndNoTimeWithAMismatchOfThePlayersOwn() {
        ledger.start(settings(DAY_MS, true));
        ledger.book(ledger.debit("d", "ann", "40"), Asked.credit("c", "ann", "5", "d"));

        assertEquals(untimed(DUPLICATE_MISMATCH, "65"), ledger.bookOne(ledger.debit("d", "ann", "41")));
        assertEquals(untimed(DUPLICATE_MISMATCH, "65"), ledger.bookOne(Asked.rollback("r", "ann", "d")));
    }
}
