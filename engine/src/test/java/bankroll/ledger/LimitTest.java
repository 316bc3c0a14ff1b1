package bankroll.ledger;

import static bankroll.protocol.LimitSlot.LOSS_DAY;
import static bankroll.protocol.LimitSlot.LOSS_MONTH;
import static bankroll.protocol.LimitSlot.LOSS_WEEK;
import static bankroll.protocol.LimitSlot.STAKE;
import static bankroll.protocol.LimitSlot.WAGER_DAY;
import static bankroll.protocol.LimitSlot.WAGER_MONTH;
import static bankroll.protocol.LimitSlot.WAGER_WEEK;
import static bankroll.protocol.Outcome.INSUFFICIENT_FUNDS;
import static bankroll.protocol.Outcome.LIMIT_EXCEEDED;
import static bankroll.protocol.Outcome.OK;
import static bankroll.protocol.Outcome.PLAYER_NOT_FOUND;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import bankroll.protocol.Answer.Player.Limit;
import bankroll.protocol.Answer.Player.Pending;
import bankroll.protocol.LimitSlot;
import bankroll.protocol.Outcome;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Limits (decisions §11): what counts, what is equal, and when a change takes effect. */
class LimitTest extends LedgerSpecification {
    /** To midnight of the day after a Wednesday noon. */
    private static final long TO_MIDNIGHT_MS = DAY_MS / 2;

    private int bookings;

    @BeforeEach
    void givenAnnWithPlenty() {
        ledger.givenPlayer("ann", "1000000");
    }

    @Test
    void shouldAllowAStakeEqualToItsLimit() {
        given(STAKE, 10);

        assertEquals(OK, stake(10));
        assertEquals(LIMIT_EXCEEDED, stake(11));
        assertEquals(OK, stake(10));
        assertUsed("0");
    }

    @ParameterizedTest
    @EnumSource(value = LimitSlot.class, names = "STAKE", mode = EnumSource.Mode.EXCLUDE)
    void shouldAllowWhatIsUsedToReachALimit(LimitSlot slot) {
        given(slot, 10);

        assertEquals(OK, stake(4));
        assertEquals(LIMIT_EXCEEDED, stake(7));
        assertEquals(OK, stake(6));
        assertEquals(LIMIT_EXCEEDED, stake(1));
        assertUsed("10");
    }

    @ParameterizedTest
    @EnumSource(LimitSlot.class)
    void shouldLetStakesOfNothingPass(LimitSlot slot) {
        given(slot, 0);

        assertEquals(LIMIT_EXCEEDED, stake(1));
        assertEquals(OK, stake(0));
    }

    @ParameterizedTest
    @EnumSource(value = LimitSlot.class, names = "STAKE", mode = EnumSource.Mode.EXCLUDE)
    void shouldLetStakesOfNothingPassAlsoWhereMoreIsUsedThanTheLimit(LimitSlot slot) {
        stake(8);
        given(slot, 5);

        assertEquals(LIMIT_EXCEEDED, stake(1));
        assertEquals(OK, stake(0));
    }

    @ParameterizedTest
    @EnumSource(value = LimitSlot.class, names = "STAKE", mode = EnumSource.Mode.EXCLUDE)
    void shouldCountWhatWasPlayedBeforeTheLimitWasSet(LimitSlot slot) {
        stake(8);
        given(slot, 10);

        assertUsed("8");
        assertEquals(LIMIT_EXCEEDED, stake(3));
        assertEquals(OK, stake(2));
    }

    @ParameterizedTest
    @EnumSource(value = LimitSlot.class, names = "STAKE", mode = EnumSource.Mode.EXCLUDE)
    void shouldGiveARollbackBack(LimitSlot slot) {
        given(slot, 10);
        book(ledger.debit("d", "ann", "10"));
        book(Asked.rollback("r", "ann", "d"));

        assertUsed("0");
        assertEquals(OK, stake(10));
    }

    @ParameterizedTest
    @EnumSource(value = LimitSlot.class, names = "WAGER_.*", mode = EnumSource.Mode.MATCH_ALL)
    void shouldNotGiveAWinBackToAWager(LimitSlot slot) {
        given(slot, 10);
        stake(10);
        book(Asked.credit("c", "ann", "50", null));

        assertUsed("10");
        assertEquals(LIMIT_EXCEEDED, stake(1));
    }

    @ParameterizedTest
    @EnumSource(value = LimitSlot.class, names = "LOSS_.*", mode = EnumSource.Mode.MATCH_ALL)
    void shouldGiveAWinBackToALoss(LimitSlot slot) {
        given(slot, 10);
        stake(10);
        book(Asked.credit("c", "ann", "50", null));

        assertUsed("-40");
        assertEquals(LIMIT_EXCEEDED, stake(51));
        assertEquals(OK, stake(50));
    }

    @Test
    void shouldCountNeitherRefusalsNorCopies() {
        given(WAGER_DAY, 10);
        Asked debit = ledger.debit("d", "ann", "6");
        book(debit);
        book(debit);
        stake(7);
        book(ledger.debit("e", "ann", "1").during("unknown"));

        assertUsed("6");
    }

    @Test
    void shouldHoldEachLimitForItself() {
        ledger.limits("ann", Map.of(STAKE, 50L, WAGER_DAY, 60L, LOSS_DAY, 20L));

        assertEquals(LIMIT_EXCEEDED, stake(21));
        book(Asked.credit("c", "ann", "100", null));
        assertEquals(LIMIT_EXCEEDED, stake(51));
        assertEquals(OK, stake(50));
        assertEquals(LIMIT_EXCEEDED, stake(11));
        assertEquals(OK, stake(10));
    }

    @Test
    void shouldHoldForOnePlayer() {
        ledger.givenPlayer("bob", "100");
        given(STAKE, 1);
        ledger.limits("bob", Map.of(STAKE, 2L));

        assertEquals(OK, ledger.bookOne(ledger.debit("b", "bob", "2")).status());
        assertEquals(LIMIT_EXCEEDED, stake(2));
    }

    @Test
    void shouldStartAnewWithEachWindow() {
        given(WAGER_DAY, 10);
        stake(10);
        ledger.advance(TO_MIDNIGHT_MS - 1);
        ledger.givenSession("ann");
        assertEquals(LIMIT_EXCEEDED, stake(1));

        ledger.advance(1);

        assertUsed("0");
        assertEquals(OK, stake(10));
    }

    @Test
    void shouldKeepTheLongerWindowsWhenADayIsOver() {
        ledger.limits("ann", Map.of(WAGER_DAY, 100L, WAGER_WEEK, 100L, WAGER_MONTH, 100L));
        stake(10);
        ledger.advance(TO_MIDNIGHT_MS);
        ledger.givenSession("ann");
        stake(1);
        assertUsed("1", "11", "11");

        // Monday
        ledger.advance(4 * DAY_MS);
        ledger.givenSession("ann");
        stake(2);
        assertUsed("2", "2", "13");

        // the first of August
        ledger.advance(12 * DAY_MS);
        ledger.givenSession("ann");
        assertUsed("0", "0", "0");
    }

    @Test
    void shouldNotKeepWinsOfAWindowThatIsOver() {
        ledger.limits("ann", Map.of(LOSS_DAY, 10L, LOSS_WEEK, 1000L, LOSS_MONTH, 1000L));
        book(Asked.credit("c", "ann", "500", null));
        ledger.advance(TO_MIDNIGHT_MS);
        ledger.givenSession("ann");
        assertUsed("0", "-500", "-500");

        stake(3);

        assertUsed("3", "-497", "-497");
        assertEquals(LIMIT_EXCEEDED, stake(8));
    }

    @Test
    void shouldGiveADebitOfYesterdayBackToNoneOfToday() {
        ledger.limits("ann", Map.of(WAGER_DAY, 100L, WAGER_WEEK, 100L, WAGER_MONTH, 100L));
        ledger.advance(TO_MIDNIGHT_MS - 1);
        ledger.givenSession("ann");
        book(ledger.debit("d", "ann", "10"));
        ledger.advance(1);
        stake(4);

        book(Asked.rollback("r", "ann", "d"));

        assertUsed("4", "4", "4");
    }

    @Test
    void shouldGiveADebitOfTheFirstMillisecondBackToItsDay() {
        given(WAGER_DAY, 100);
        ledger.advance(TO_MIDNIGHT_MS);
        ledger.givenSession("ann");
        book(ledger.debit("d", "ann", "10"));
        ledger.advance(HOUR_MS / 2);

        book(Asked.rollback("r", "ann", "d"));

        assertUsed("0");
    }

    @Test
    void shouldGoBelowNothingWhenAWinIsTakenForALoss() {
        given(LOSS_DAY, 0);
        book(Asked.credit("c", "ann", MOST.substring(1), null));
        book(Asked.credit("e", "ann", MOST.substring(1), null));

        assertUsed("-1999999999999999998");
    }

    @Test
    void shouldWorkAtOnceWhenFirstSetOrLowered() {
        given(STAKE, 10);
        assertEquals(LIMIT_EXCEEDED, stake(11));

        given(STAKE, 5);

        assertEquals(LIMIT_EXCEEDED, stake(6));
        assertNull(onlyLimit().pending());
    }

    @Test
    void shouldWaitADayWhenRaised() {
        given(STAKE, 10);
        given(STAKE, 20);
        assertEquals(new Limit(STAKE, 10, "0", new Pending(false, 20, NOON_MS + DAY_MS)), onlyLimit());

        ledger.advance(DAY_MS - 1);
        ledger.givenSession("ann");
        assertEquals(LIMIT_EXCEEDED, stake(11));
        assertEquals(10, onlyLimit().amount());
        assertEquals(NOON_MS + DAY_MS, onlyLimit().pending().effectiveAtMs());

        ledger.advance(1);
        assertEquals(OK, stake(20));
        assertEquals(LIMIT_EXCEEDED, stake(21));
        assertEquals(new Limit(STAKE, 20, "0", null), onlyLimit());
    }

    @Test
    void shouldWaitADayWhenRemoved() {
        given(STAKE, 10);
        ledger.limits("ann", Map.of());
        assertEquals(new Limit(STAKE, 10, "0", new Pending(true, 0, NOON_MS + DAY_MS)), onlyLimit());

        ledger.advance(DAY_MS - 1);
        ledger.givenSession("ann");
        assertEquals(LIMIT_EXCEEDED, stake(11));

        ledger.advance(1);
        assertEquals(OK, stake(11));
        assertEquals(List.of(), ledger.player("ann").limits());
    }

    @Test
    void shouldCancelWhatWaitsWhenThePresentValueIsSetAgain() {
        given(STAKE, 10);
        given(STAKE, 20);

        given(STAKE, 10);

        assertEquals(new Limit(STAKE, 10, "0", null), onlyLimit());
        ledger.advance(DAY_MS);
        ledger.givenSession("ann");
        assertEquals(LIMIT_EXCEEDED, stake(11));
    }

    @Test
    void shouldNotWaitAnewWhenTheSameIsAskedAgain() {
        ledger.limits("ann", Map.of(STAKE, 10L, WAGER_DAY, 10L));
        ledger.limits("ann", Map.of(STAKE, 20L));
        ledger.advance(HOUR_MS);

        ledger.limits("ann", Map.of(STAKE, 20L));

        List<Limit> limits = ledger.player("ann").limits();
        assertEquals(new Pending(false, 20, NOON_MS + DAY_MS), limits.get(0).pending());
        assertEquals(new Pending(true, 0, NOON_MS + DAY_MS), limits.get(1).pending());
    }

    @Test
    void shouldWaitAnewWhenSomethingElseIsAsked() {
        ledger.limits("ann", Map.of(STAKE, 10L, WAGER_DAY, 10L, LOSS_DAY, 10L));
        ledger.limits("ann", Map.of(STAKE, 20L, LOSS_DAY, 20L));
        ledger.advance(HOUR_MS);

        ledger.limits("ann", Map.of(STAKE, 30L, WAGER_DAY, 20L));

        List<Limit> limits = ledger.player("ann").limits();
        long laterMs = NOON_MS + HOUR_MS + DAY_MS;
        assertEquals(new Pending(false, 30, laterMs), limits.get(0).pending());
        assertEquals(new Pending(false, 20, laterMs), limits.get(1).pending());
        assertEquals(new Pending(true, 0, laterMs), limits.get(2).pending());
        assertEquals(List.of(10L, 10L, 10L), limits.stream().map(Limit::amount).toList());
    }

    @Test
    void shouldKeepARaiseThatTookEffectWhenAnotherIsAsked() {
        given(STAKE, 10);
        given(STAKE, 20);
        ledger.advance(DAY_MS);

        given(STAKE, 30);

        assertEquals(new Limit(STAKE, 20, "0", new Pending(false, 30, NOON_MS + 2 * DAY_MS)), onlyLimit());
    }

    @Test
    void shouldBeSetAtOnceAfterItsRemovalTookEffect() {
        given(STAKE, 10);
        ledger.limits("ann", Map.of());
        ledger.advance(DAY_MS);

        given(STAKE, 30);

        assertEquals(new Limit(STAKE, 30, "0", null), onlyLimit());
    }

    @Test
    void shouldLowerAtOnceWhileARaiseWaits() {
        given(STAKE, 10);
        given(STAKE, 20);

        given(STAKE, 5);

        assertEquals(new Limit(STAKE, 5, "0", null), onlyLimit());
    }

    @Test
    void shouldRaiseAndRemoveAtOnceWhenTheOperatorSaysSo() {
        ledger.start(settings(0, false));
        ledger.limits("ann", Map.of(STAKE, 10L, WAGER_DAY, 10L));

        ledger.limits("ann", Map.of(STAKE, 20L));

        assertEquals(new Limit(STAKE, 20, "0", null), onlyLimit());
    }

    @Test
    void shouldTellMoreFromLessBeyondSixtyThreeBits() {
        long beyond = Long.parseUnsignedLong("9223372036854775808");
        given(STAKE, 10);
        given(STAKE, beyond);
        assertEquals(10, onlyLimit().amount());
        assertEquals(beyond, onlyLimit().pending().amount());

        ledger.advance(DAY_MS);
        given(STAKE, Long.MAX_VALUE);

        assertEquals(new Limit(STAKE, Long.MAX_VALUE, "0", null), onlyLimit());
    }

    @Test
    void shouldHoldALimitOfNineteenDigits() {
        given(WAGER_MONTH, Long.parseUnsignedLong(MOST));
        book(Asked.credit("fill", "ann", "9999999999998999999", null));
        assertEquals(OK, stake(Long.parseUnsignedLong(MOST)));
        book(Asked.credit("refill", "ann", "5", null));

        assertEquals(LIMIT_EXCEEDED, stake(1));
        assertUsed(MOST);
    }

    @Test
    void shouldTellMissingFundsBelowTheLimit() {
        given(STAKE, 2_000_000);

        assertEquals(INSUFFICIENT_FUNDS, stake(1_000_001));
    }

    @Test
    void shouldKnowThePlayer() {
        assertEquals(PLAYER_NOT_FOUND, ledger.limits("nobody", Map.of(STAKE, 1L)));
        assertNothingRecorded();
    }

    private void given(LimitSlot slot, long amount) {
        assertEquals(OK, ledger.limits("ann", Map.of(slot, amount)));
    }

    private Outcome stake(long amount) {
        return book(ledger.debit("stake " + bookings++, "ann", Long.toUnsignedString(amount)));
    }

    private Outcome book(Asked asked) {
        return ledger.bookOne(asked).status();
    }

    private Limit onlyLimit() {
        List<Limit> limits = ledger.player("ann").limits();
        assertEquals(1, limits.size());
        return limits.get(0);
    }

    private void assertUsed(String... used) {
        assertEquals(
                List.of(used),
                ledger.player("ann").limits().stream().map(Limit::used).toList());
    }
}
