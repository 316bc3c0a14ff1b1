package bankroll.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.ledger.Contradiction.Contradicted;
import bankroll.protocol.Answer;
import bankroll.protocol.LedgerSettings;
import bankroll.protocol.LimitSlot;
import bankroll.protocol.LimitWindows;
import bankroll.protocol.LimitWindows.Window;
import bankroll.protocol.Outcome;
import bankroll.protocol.TransferItem;
import bankroll.protocol.TransferType;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Limits, their windows and blocks (decisions §11), at a clock that stands where the test puts it. */
class LimitsSpecTest {
    private static final long DAY_MS = 86_400_000;
    private static final long BEYOND_SIGNED = Long.MIN_VALUE;

    private LedgerScript script;
    private String session;
    private int id;

    @AfterEach
    void close() {
        script.close();
    }

    @ParameterizedTest
    @CsvSource({
        "UTC, 2026-11-23T23:59:59.999Z",
        "Europe/Berlin, 2026-03-28T22:59:59.999Z",
        "Europe/Berlin, 2026-03-29T21:59:59.999Z",
        "Europe/Berlin, 2026-10-25T22:59:59.999Z",
        "America/Havana, 2026-03-08T04:59:59.999Z",
        "America/Havana, 2026-11-01T03:59:59.999Z",
        "Australia/Lord_Howe, 2026-04-04T12:59:59.999Z",
        "Asia/Kathmandu, 2026-12-31T18:14:59.999Z"
    })
    void shouldGiveTheDaysLimitAnewAtMidnightOfTheZone(String zone, String lastMoment) {
        begin(zone, lastMoment);
        limit(LimitSlot.WAGER_DAY, 100);
        assertEquals(Outcome.OK, debit("100"));
        assertEquals(Outcome.LIMIT_EXCEEDED, debit("1"));

        script.advance(1);

        assertEquals(Outcome.OK, debit("100"));
        assertEquals(Outcome.LIMIT_EXCEEDED, debit("1"));
        shouldReplayAlike();
    }

    @ParameterizedTest
    @CsvSource({
        "WAGER_WEEK, Europe/Berlin, 2026-03-29T21:59:59.999Z",
        "WAGER_WEEK, America/New_York, 2026-11-02T04:59:59.999Z",
        "WAGER_MONTH, UTC, 2028-02-29T23:59:59.999Z",
        "WAGER_MONTH, Europe/Berlin, 2026-10-31T22:59:59.999Z",
        "LOSS_MONTH, Europe/Berlin, 2026-12-31T22:59:59.999Z"
    })
    void shouldGiveTheLimitsOfWeekAndMonthAnewAtTheirEnd(LimitSlot slot, String zone, String lastMoment) {
        begin(zone, lastMoment);
        script.advance(-DAY_MS / 2);
        limit(slot, 100);
        assertEquals(Outcome.OK, debit("60"));
        script.advance(DAY_MS / 2);
        assertEquals(Outcome.LIMIT_EXCEEDED, debit("41"));

        script.advance(1);

        assertEquals(Outcome.OK, debit("100"));
        shouldReplayAlike();
    }

    @Test
    void shouldGiveNoHeadroomBackForADebitOfAnEarlierDay() {
        begin("UTC", "2026-11-23T23:59:59.999Z");
        limit(LimitSlot.WAGER_DAY, 100);
        String yesterdays = debitId("100");
        script.advance(1);
        debit("70");

        rollback(yesterdays);

        assertEquals("70", used(LimitSlot.WAGER_DAY));
        assertEquals(Outcome.LIMIT_EXCEEDED, debit("31"));
    }

    @Test
    void shouldGiveHeadroomBackForADebitOfTheDaysFirstMoment() {
        begin("UTC", "2026-11-23T23:59:59.999Z");
        limit(LimitSlot.WAGER_DAY, 100);
        debit("1");
        script.advance(1);
        String todays = debitId("100");
        script.advance(DAY_MS - 1);

        rollback(todays);

        assertEquals("0", used(LimitSlot.WAGER_DAY));
    }

    @Test
    void shouldNotCountWinsOfAnEarlierDay() {
        begin("UTC", "2026-11-23T23:59:59.999Z");
        limit(LimitSlot.LOSS_DAY, 100);
        script.bookOne(Asked.credit("win", "ann", "500", null));
        script.advance(1);
        debit("60");

        assertEquals("60", used(LimitSlot.LOSS_DAY));
        assertEquals(Outcome.LIMIT_EXCEEDED, debit("41"));
    }

    @Test
    void shouldShowNothingUsedBehindMidnightBeforeAnybodyPlays() {
        begin("Europe/Berlin", "2026-11-29T22:59:59.999Z");
        script.limits("ann", Map.of(LimitSlot.WAGER_DAY, 100L, LimitSlot.LOSS_WEEK, 100L, LimitSlot.WAGER_MONTH, 100L));
        debit("70");
        long sequence = script.ledger().sequence();

        script.advance(1);

        assertEquals("0", used(LimitSlot.WAGER_DAY));
        assertEquals("0", used(LimitSlot.LOSS_WEEK));
        assertEquals("70", used(LimitSlot.WAGER_MONTH));
        assertEquals(sequence, script.ledger().sequence(), "a question writes nothing");
    }

    /** A limit of 100 of which 100 are used, the zone changed: nobody gets to play 200 more. */
    @ParameterizedTest
    @CsvSource({"Pacific/Kiritimati", "Pacific/Pago_Pago", "America/New_York", "Asia/Kathmandu"})
    void shouldKeepWhatIsUsedWhenTheTimeZoneChanges(String zone) {
        begin("Europe/Berlin", "2026-11-24T12:00:00Z");
        script.limits("ann", Map.of(LimitSlot.WAGER_DAY, 100L, LimitSlot.WAGER_WEEK, 100L, LimitSlot.LOSS_MONTH, 100L));
        String first = debitId("100");

        script.start(settings(zone));

        assertEquals(Outcome.LIMIT_EXCEEDED, debit("1"));
        rollback(first);
        assertEquals("0", used(LimitSlot.WAGER_DAY));
        assertEquals("0", used(LimitSlot.WAGER_WEEK));
        assertEquals("0", used(LimitSlot.LOSS_MONTH));
        assertEquals(Outcome.LIMIT_EXCEEDED, debit("101"));
        assertEquals(Outcome.OK, debit("100"));
        script.advance(at("2026-11-24T22:59:59.999Z") - script.nowMs());
        assertEquals(Outcome.LIMIT_EXCEEDED, debit("1"), "the day lasts as long as it would have");
        script.limits("ann", Map.of(LimitSlot.WAGER_DAY, 100L));
        script.advance(1);
        assertEquals("0", used(LimitSlot.WAGER_DAY));
        shouldReplayAlike();
    }

    /** From the day's end at 23:00 to the next midnight of New York are 6 hours: the day goes on to the one after. */
    @Test
    void shouldGiveNoLimitForAShortDayBetweenTwoTimeZones() {
        begin("Europe/Berlin", "2026-11-24T12:00:00Z");
        limit(LimitSlot.WAGER_DAY, 100);
        debit("100");
        script.start(settings("America/New_York"));
        script.advance(at("2026-11-24T23:00:00Z") - script.nowMs());
        assertEquals(Outcome.OK, debit("100"));

        script.advance(at("2026-11-26T04:59:59.999Z") - script.nowMs());
        assertEquals(Outcome.LIMIT_EXCEEDED, debit("1"));
        script.advance(1);
        assertEquals(Outcome.OK, debit("100"));
        shouldReplayAlike();
    }

    @Test
    void shouldReadAJournalWhoseTimeZoneNobodyKnows() {
        begin("UTC", "2026-11-24T12:00:00Z");
        limit(LimitSlot.WAGER_DAY, 100);
        script.start(settings("Mars/Olympus"));
        Window day = new Window(2_000_000, at("2026-11-25T00:00:00Z"), at("2026-11-27T00:00:00Z"));
        script.advance(DAY_MS);
        script.windows(new LimitWindows(day, day, day, "Mars/Olympus"));
        assertEquals(Outcome.OK, debit("100"));
        assertEquals(Outcome.LIMIT_EXCEEDED, debit("1"));

        shouldReplayAlike();
    }

    @Test
    void shouldBookNothingBehindTheEndOfTheWindows() {
        begin("UTC", "2026-11-24T23:59:59.999Z");
        debit("1");
        script.advance(1);

        assertThrows(IllegalStateException.class, () -> script.bookAsItIs(Asked.debit("late", "ann", session, "1")));
    }

    @Test
    void shouldHoldARecordedBookingBehindTheEndOfItsWindowsForWrong() {
        begin("UTC", "2026-11-24T23:59:59.998Z");
        debit("1");
        debit("2");
        int last = script.entries().size() - 1;

        assertNull(script.contradiction(last, script.nowMs()));
        assertNull(script.contradiction(last, script.nowMs() + 1));
        assertEquals(Contradicted.entry(Contradiction.NO_WINDOWS), script.contradiction(last, script.nowMs() + 2));
    }

    @Test
    void shouldHoldRecordedWindowsThatOverlapForWrong() {
        begin("UTC", "2026-11-24T12:00:00Z");
        debit("1");
        LimitWindows windows = script.ledger().windows();
        Window early = new Window(
                windows.day().number() + 1,
                windows.day().endMs() - 1,
                windows.day().endMs() + DAY_MS);
        script.advance(windows.day().endMs() - script.nowMs());
        script.windows(new LimitWindows(early, windows.week(), windows.month(), "UTC"));

        assertEquals(
                new Contradicted(0, Contradiction.WINDOWS),
                script.contradiction(script.entries().size() - 1, script.nowMs()));
    }

    @Test
    void shouldRemoveALimitExactlyWhenItsTimeHasPassed() {
        begin("UTC", "2026-11-24T00:00:00Z");
        limit(LimitSlot.STAKE, 100);
        script.limits("ann", Map.of());
        script.advance(DAY_MS - 1);
        assertEquals(Outcome.LIMIT_EXCEEDED, debit("101"));

        script.advance(1);

        assertEquals(Outcome.OK, debit("101"));
        assertNull(limitOf(LimitSlot.STAKE));
    }

    @Test
    void shouldRaiseALimitExactlyWhenItsTimeHasPassed() {
        begin("UTC", "2026-11-24T00:00:00Z");
        limit(LimitSlot.STAKE, 100);
        limit(LimitSlot.STAKE, 200);
        script.advance(DAY_MS - 1);
        assertEquals(Outcome.LIMIT_EXCEEDED, debit("101"));
        assertEquals(200, limitOf(LimitSlot.STAKE).pending().amount());

        script.advance(1);

        assertEquals(Outcome.OK, debit("200"));
        assertNull(limitOf(LimitSlot.STAKE).pending());
    }

    @Test
    void shouldNotWaitLongerBecauseARaiseIsAskedForAgain() {
        begin("UTC", "2026-11-24T00:00:00Z");
        limit(LimitSlot.STAKE, 100);
        limit(LimitSlot.STAKE, 200);
        long effectiveAtMs = limitOf(LimitSlot.STAKE).pending().effectiveAtMs();
        script.advance(DAY_MS / 2);

        limit(LimitSlot.STAKE, 200);

        assertEquals(effectiveAtMs, limitOf(LimitSlot.STAKE).pending().effectiveAtMs());
        limit(LimitSlot.STAKE, 201);
        assertEquals(
                effectiveAtMs + DAY_MS / 2, limitOf(LimitSlot.STAKE).pending().effectiveAtMs());
    }

    @Test
    void shouldNotWaitLongerBecauseARemovalIsAskedForAgain() {
        begin("UTC", "2026-11-24T00:00:00Z");
        limit(LimitSlot.STAKE, 100);
        script.limits("ann", Map.of());
        long effectiveAtMs = limitOf(LimitSlot.STAKE).pending().effectiveAtMs();
        script.advance(DAY_MS / 2);

        script.limits("ann", Map.of());

        assertEquals(effectiveAtMs, limitOf(LimitSlot.STAKE).pending().effectiveAtMs());
    }

    @Test
    void shouldTakeALimitBeyond63BitsForMoreThanASmallOne() {
        begin("UTC", "2026-11-24T00:00:00Z");
        limit(LimitSlot.STAKE, 100);

        limit(LimitSlot.STAKE, BEYOND_SIGNED);

        assertEquals(100, limitOf(LimitSlot.STAKE).amount());
        assertEquals(BEYOND_SIGNED, limitOf(LimitSlot.STAKE).pending().amount());
    }

    @Test
    void shouldTakeASmallLimitForLessThanOneBeyond63Bits() {
        begin("UTC", "2026-11-24T00:00:00Z");
        limit(LimitSlot.STAKE, BEYOND_SIGNED);

        limit(LimitSlot.STAKE, 100);

        assertEquals(100, limitOf(LimitSlot.STAKE).amount());
        assertNull(limitOf(LimitSlot.STAKE).pending());
    }

    @Test
    void shouldLetAPlayerPlayFromTheMomentOnAtWhichABlockEnds() {
        begin("UTC", "2026-11-24T00:00:00Z");
        script.block("ann", script.nowMs() + 1000, true);
        script.advance(999);
        assertEquals(Outcome.PLAYER_BLOCKED, debit("1"));
        assertEquals(Outcome.CONFLICT, script.unblock("ann"));

        script.advance(1);

        assertEquals(Outcome.OK, debit("1"));
        assertEquals(Outcome.OK, script.unblock("ann"));
    }

    @Test
    void shouldRefuseABlockThatEndsNow() {
        begin("UTC", "2026-11-24T00:00:00Z");

        assertEquals(Outcome.MALFORMED, script.block("ann", script.nowMs(), false));
        assertEquals(Outcome.OK, script.block("ann", script.nowMs() + 1, false));
    }

    @Test
    void shouldReplaceASelfExclusionByOneThatLastsAsLongButNotByAShorterOne() {
        begin("UTC", "2026-11-24T00:00:00Z");
        long untilMs = script.nowMs() + 1000;
        script.block("ann", untilMs, true);

        assertEquals(Outcome.CONFLICT, script.block("ann", untilMs - 1, true));
        assertEquals(Outcome.CONFLICT, script.block("ann", untilMs + 1, false));
        assertEquals(Outcome.OK, script.block("ann", untilMs, true));
    }

    @Test
    void shouldTakeALaunchCodeUntilTheMomentAtWhichItExpires() {
        begin("UTC", "2026-11-24T00:00:00Z");
        script.mint("first", "ann", null, false, 1000);
        script.mint("second", "ann", null, false, 1000);
        script.advance(999);
        assertTrue(script.authenticate("first", null, "g") != null);

        script.advance(1);

        assertNull(script.authenticate("second", null, "g"));
    }

    private void begin(String zone, String time) {
        script = new LedgerScript(settings(zone), at(time) - DAY_MS);
        script.open("ann", "EUR");
        script.transfer(new TransferItem.Transfer("d", "ann", TransferType.DEPOSIT, 100_000, false, "EUR", null));
        script.mint("code", "ann", null, false, 60_000);
        session = script.authenticate("code", null, "g");
        script.advance(DAY_MS);
    }

    private void limit(LimitSlot slot, long amount) {
        assertEquals(Outcome.OK, script.limits("ann", Map.of(slot, amount)));
    }

    private Outcome debit(String amount) {
        return script.bookOne(Asked.debit("t" + id++, "ann", session, amount)).status();
    }

    private String debitId(String amount) {
        assertEquals(Outcome.OK, debit(amount));
        return "t" + (id - 1);
    }

    private void rollback(String debit) {
        assertEquals(
                Outcome.OK,
                script.bookOne(Asked.rollback("r" + id++, "ann", debit)).status());
    }

    private String used(LimitSlot slot) {
        return limitOf(slot).used();
    }

    /** As a question shows it, or null. */
    private Answer.Player.Limit limitOf(LimitSlot slot) {
        return script.player("ann").limits().stream()
                .filter(limit -> limit.slot() == slot)
                .findFirst()
                .orElse(null);
    }

    private void shouldReplayAlike() {
        assertEquals(script.ledger().digest(), script.replayedDigest());
    }

    private static LedgerSettings settings(String zone) {
        return new LedgerSettings(zone, 400 * DAY_MS, 400 * DAY_MS, DAY_MS, false, 1_000);
    }

    private static long at(String time) {
        return Instant.parse(time).toEpochMilli();
    }
}
