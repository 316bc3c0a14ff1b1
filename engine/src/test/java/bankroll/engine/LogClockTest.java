package bankroll.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.Degradation;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The time of a node that followed others before it leads. */
class LogClockTest {
    private static final long HOUR_MS = 3_600_000;

    private long wallMs = 1_000 * HOUR_MS;
    private long passedNs = Long.MAX_VALUE - 5;
    private final Degradation degradation = new Degradation(() -> wallMs);

    /** Of a node whose journal ends at this time. */
    private LogShare.Clock clock(long latestMs) {
        return new LogShare.Clock(new WriterClock(() -> wallMs, () -> passedNs, latestMs, 0, HOUR_MS, degradation));
    }

    private void pass(long ms) {
        wallMs += ms;
        passedNs += TimeUnit.MILLISECONDS.toNanos(ms);
    }

    @Test
    void shouldNeverFallBehindTheLog() {
        LogShare.Clock clock = clock(wallMs);
        clock.follow(wallMs + 500);
        assertEquals(wallMs + 500, clock.getAsLong());
        pass(700);
        assertEquals(wallMs, clock.getAsLong());
    }

    /** A machine without a battery for its clock: it is set right only after the service has started. */
    @Test
    void shouldBelieveAClockThatWasSetRightWhileOthersLed() {
        LogShare.Clock clock = clock(wallMs);
        wallMs += 50 * HOUR_MS;
        clock.follow(wallMs);
        pass(10 * HOUR_MS);

        assertFalse(clock.isStepRefused());
        assertEquals(wallMs, clock.getAsLong());
        pass(5);
        assertEquals(wallMs, clock.getAsLong());
    }

    @Test
    void shouldNotBelieveAStepThatTheLogDoesNotShow() {
        LogShare.Clock clock = clock(wallMs);
        clock.follow(wallMs);
        pass(10);
        long rightMs = wallMs;
        wallMs += HOUR_MS + 1;

        assertTrue(clock.isStepRefused());
        assertEquals(rightMs, clock.getAsLong());
    }

    /** At a start nothing is compared; a node that leads meanwhile knows better. */
    @Test
    void shouldNotGiveTheOthersTheTimeOfAClockThatWasAheadAtTheStart() {
        long rightMs = wallMs;
        wallMs += 72 * HOUR_MS;
        LogShare.Clock clock = clock(rightMs - HOUR_MS);
        clock.follow(rightMs - 1_000);
        clock.hearLeader(rightMs);
        pass(10);

        assertTrue(clock.isStepRefused());
        assertEquals(rightMs + 10, clock.getAsLong());
        assertEquals(rightMs + 10, clock.toldMs());
        wallMs -= 72 * HOUR_MS;
        pass(10);
        assertFalse(clock.isStepRefused());
        assertEquals(rightMs + 20, clock.getAsLong());
    }

    /** A follower refuses an operator's confirmation, as all that is booked. */
    @Test
    void shouldSayWhatHelpsWhereThisNodeFollowsAndWhatHelpsWhereItLeads() {
        LogShare.Clock clock = clock(wallMs);
        long rightMs = wallMs;
        wallMs += 72 * HOUR_MS;
        String follows =
                "this node's clock is 259200000 ms ahead of the leader's. Set the clock of this machine right, or the"
                        + " leader's where that one is wrong; should this node lead, bookings don't follow its clock";

        clock.hearLeader(rightMs);
        clock.hearLeader(rightMs);
        assertEquals(List.of(follows), told());

        assertTrue(clock.isStepRefused());
        assertEquals(1, told().size());
        assertTrue(told().get(0).contains("the clock stepped 259200000 ms forward"), told()::toString);
        assertTrue(told().get(0).contains("/operator/v1/clock/confirm"), told()::toString);

        clock.hearLeader(rightMs);
        assertEquals(List.of(follows), told());
        clock.hearLeader(wallMs);
        assertEquals(List.of(), told());
    }

    @Test
    void shouldCountAClockThatIsAheadOnceWhoeverLeads() {
        WriterClock clock = new WriterClock(() -> wallMs, () -> passedNs, wallMs, 0, HOUR_MS, degradation);
        long rightMs = wallMs;
        wallMs += 72 * HOUR_MS;
        clock.hearOther(rightMs);
        clock.nowMs();
        clock.hearOther(rightMs);

        assertEquals(new EngineStatus.Clock(1, 0, 72 * HOUR_MS), clock.status());
    }

    private List<String> told() {
        return degradation.entries().stream().map(Degradation.Entry::what).toList();
    }

    @Test
    void shouldFollowItsClockAgainWhenTheOneThatLeadsHasTheSameTime() {
        LogShare.Clock clock = clock(wallMs);
        long beforeMs = wallMs;
        wallMs += 72 * HOUR_MS;
        clock.hearLeader(beforeMs);
        assertTrue(clock.isStepRefused());

        clock.hearLeader(wallMs - 5);

        assertFalse(clock.isStepRefused());
        assertEquals(wallMs, clock.getAsLong());
        assertEquals(wallMs, clock.toldMs());
    }

    /** Its time stands still, and would make right clocks of others look wrong. */
    @Test
    void shouldNotTellATimeWhileItsClockIsBehindTheLog() {
        LogShare.Clock clock = clock(wallMs);
        clock.follow(wallMs + 500);
        assertEquals(0, clock.toldMs());
        pass(500);
        assertEquals(wallMs, clock.toldMs());
    }

    @Test
    void shouldNotMindALeadersClockThatIsALittleBehind() {
        LogShare.Clock clock = clock(wallMs);
        pass(1_000);
        clock.hearLeader(wallMs - HOUR_MS);

        assertFalse(clock.isStepRefused());
        assertEquals(wallMs, clock.getAsLong());
    }

    @Test
    void shouldNotTakeTheTimeOfAnOldLogForNow() {
        LogShare.Clock clock = clock(wallMs);
        clock.follow(wallMs - 500 * HOUR_MS);
        pass(10);

        assertFalse(clock.isStepRefused());
        assertEquals(wallMs, clock.getAsLong());
    }
}
