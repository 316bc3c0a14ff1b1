package bankroll.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.Degradation;
import bankroll.condition.Degradation.Part;
import bankroll.testkit.RecordedDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WriterClockTest {
    private static final long DAY_MS = 86_400_000;
    private static final long HOUR_MS = 3_600_000;

    private long wallMs = 20 * DAY_MS;
    private long passedNs = Long.MAX_VALUE - 5;
    private final Degradation degradation = new Degradation(() -> wallMs);

    @Test
    void shouldNeverGoBackAndSayWhenItStandsAndWhenItHasCaughtUp() {
        try (Logged logged = new Logged(WriterClock.class)) {
            WriterClock clock = clock(wallMs);
            List<Long> times = new ArrayList<>();
            times.add(clock.nowMs());
            for (long step : new long[] {5, -2 * DAY_MS, 10, 2 * DAY_MS - 10, 5}) {
                wallMs += step;
                passedNs += TimeUnit.MILLISECONDS.toNanos(Math.max(step, 0));
                times.add(clock.nowMs() - 20 * DAY_MS);
            }

            assertEquals(List.of(20 * DAY_MS, 5L, 5L, 5L, 5L, 10L), times);
            assertEquals(
                    List.of(
                            "WARN The clock is 172800000 ms behind the journal's latest entry; bookings keep that entry's"
                                    + " time until the clock has caught up. Check the host's time synchronisation.",
                            "INFO The clock has caught up with the journal."),
                    logged.lines());
        }
    }

    @Test
    void shouldSayThatTheClockSteppedForward() {
        try (Logged logged = new Logged(WriterClock.class)) {
            WriterClock clock = clock(wallMs);
            clock.nowMs();
            wallMs += DAY_MS;
            passedNs += TimeUnit.DAYS.toNanos(1);
            clock.nowMs();
            wallMs += 3 * DAY_MS + 7;
            passedNs += TimeUnit.MILLISECONDS.toNanos(7);

            assertEquals(wallMs, clock.nowMs());
            clock.nowMs();

            assertEquals(
                    List.of(
                            "WARN The clock stepped 259200000 ms forward; bookings carry its time. Check the host's time"
                                    + " synchronisation."),
                    logged.lines());
        }
    }

    @Test
    void shouldGoOnFromTheJournalsTimeWhenTheHostWokeUpInThePast() {
        try (Logged logged = new Logged(WriterClock.class)) {
            assertEquals(wallMs + DAY_MS, clock(wallMs + DAY_MS).nowMs());
            assertEquals(1, logged.lines().size());
        }
    }

    @Test
    void shouldNotFollowTooLongAStepUntilItIsConfirmed() {
        WriterClock clock = clock(wallMs, HOUR_MS);
        clock.nowMs();
        long rightMs = wallMs;
        pass(7);
        wallMs += HOUR_MS + 1;

        assertEquals(rightMs + 7, clock.nowMs());
        pass(5);
        assertEquals(rightMs + 12, clock.nowMs(), "the time goes on as it passes");
        assertTrue(degradation.isOf(Part.CLOCK));
        assertTrue(degradation.entries().get(0).what().contains("/operator/v1/clock/confirm"));
        assertEquals(1, degradation.entries().size());

        assertTrue(clock.isStepRefused());
        clock.confirm();

        assertEquals(wallMs, clock.nowMs());
        assertFalse(clock.isStepRefused());
        assertFalse(degradation.isOf(Part.CLOCK));
        pass(3);
        assertEquals(wallMs, clock.nowMs());
    }

    @Test
    void shouldFollowTheClockAgainOnceItIsSetRight() {
        WriterClock clock = clock(wallMs, HOUR_MS);
        wallMs += 400 * DAY_MS;
        long rightMs = clock.nowMs();
        pass(10);
        wallMs -= 400 * DAY_MS;

        assertEquals(rightMs + 10, clock.nowMs());
        assertFalse(degradation.isOf(Part.CLOCK));
        pass(HOUR_MS);
        assertEquals(wallMs, clock.nowMs());
    }

    @Test
    void shouldGoOnWithoutAStepThatNobodyConfirmedBeforeTheRestart() {
        WriterClock clock = clock(wallMs, HOUR_MS);
        clock.nowMs();
        long rightMs = wallMs;
        wallMs += 400 * DAY_MS;
        long latestMs = clock.nowMs();
        long stepMs = clock.refusedStepMs();
        assertEquals(400 * DAY_MS, stepMs);
        pass(30_000);

        WriterClock restarted = clock(latestMs, stepMs, HOUR_MS);

        assertEquals(rightMs + 30_000, restarted.nowMs());
        assertTrue(restarted.isStepRefused());
        assertEquals(stepMs, restarted.refusedStepMs());
        restarted.confirm();
        assertEquals(wallMs, restarted.nowMs());
        assertEquals(0, restarted.refusedStepMs());
    }

    @Test
    void shouldFollowAClockThatWasSetRightBeforeTheRestart() {
        WriterClock clock = clock(wallMs, HOUR_MS);
        wallMs += 400 * DAY_MS;
        long latestMs = clock.nowMs();
        long stepMs = clock.refusedStepMs();
        wallMs -= 400 * DAY_MS;
        pass(30_000);

        WriterClock restarted = clock(latestMs, stepMs, HOUR_MS);

        assertEquals(wallMs, restarted.nowMs());
        assertFalse(restarted.isStepRefused());
    }

    @Test
    void shouldFollowAStepOfTheLongestLengthAndTimeThatReallyPasses() {
        WriterClock clock = clock(wallMs, HOUR_MS);
        wallMs += HOUR_MS;
        assertEquals(wallMs, clock.nowMs());
        pass(30 * DAY_MS);
        assertEquals(wallMs, clock.nowMs());
        assertFalse(clock.isStepRefused());
    }

    @Test
    void shouldFollowAClockThatComesBackFromThePast() {
        WriterClock clock = clock(wallMs, HOUR_MS);
        wallMs -= 2 * DAY_MS;
        clock.nowMs();
        pass(DAY_MS);
        clock.nowMs();
        wallMs += 2 * DAY_MS;

        assertEquals(wallMs, clock.nowMs());
        assertFalse(clock.isStepRefused());
    }

    /** How long it was down is not known: a start takes the clock as it is. */
    @Test
    void shouldNotTakeTimeInWhichNobodyRanForAStep() {
        WriterClock clock = clock(wallMs - 400 * DAY_MS, HOUR_MS);

        assertEquals(wallMs, clock.nowMs());
        assertFalse(clock.isStepRefused());
    }

    private void pass(long ms) {
        wallMs += ms;
        passedNs += TimeUnit.MILLISECONDS.toNanos(ms);
    }

    private WriterClock clock(long latestMs) {
        return clock(latestMs, 0, 0);
    }

    /** A host that is set forward every other hour: what was recorded counts as right. */
    @Test
    void shouldJudgeEachStepByItselfOnceTheOneBeforeIsRecorded() {
        WriterClock clock = clock(wallMs, HOUR_MS);
        clock.nowMs();
        for (int step = 0; step < 3; step++) {
            wallMs += HOUR_MS;
            assertEquals(wallMs, clock.nowMs(), "step " + step);
            clock.nowMs();
            pass(2 * HOUR_MS);
        }
        assertFalse(clock.isStepRefused());
    }

    @Test
    void shouldKnowAtItsNextStartOfAStepThatWasNotFollowed(@TempDir Path data) throws IOException {
        WriterClock.Mark mark = new WriterClock.Mark(data, degradation);
        assertEquals(0, mark.stepMs());

        mark.note(7_000);
        assertEquals(7_000, new WriterClock.Mark(data, degradation).stepMs());

        mark.note(0);
        assertEquals(0, new WriterClock.Mark(data, degradation).stepMs());
        Files.writeString(data.resolve(WriterClock.Mark.FILE), "a week");
        assertEquals(0, new WriterClock.Mark(data, degradation).stepMs(), "not written by this program");
    }

    @Test
    void shouldBringTheNoteOfAStepToTheDiskAndSayWhereItCanNot(@TempDir Path data) {
        RecordedDisk disk = new RecordedDisk(data);
        WriterClock.Mark mark = new WriterClock.Mark(disk.root(), degradation);

        mark.note(7_000);
        List<String> noted = disk.events();
        assertTrue(noted.contains("rename clock-step.tmp to clock-step"), noted::toString);
        assertEquals("force the directory", noted.get(noted.size() - 1));
        mark.note(7_000);
        assertEquals(List.of(), disk.events());
        mark.note(0);
        assertEquals(List.of("delete clock-step", "force the directory"), disk.events());
        assertFalse(degradation.isOf(Part.CLOCK));

        disk.fill();
        mark.note(7_000);
        assertTrue(degradation.isOf(Part.CLOCK));
        disk.makeRoom();
        mark.note(7_000);
        assertFalse(degradation.isOf(Part.CLOCK));
    }

    private WriterClock clock(long latestMs, long longestStepMs) {
        return clock(latestMs, 0, longestStepMs);
    }

    private WriterClock clock(long latestMs, long stepMs, long longestStepMs) {
        return new WriterClock(() -> wallMs, () -> passedNs, latestMs, stepMs, longestStepMs, degradation);
    }
}
