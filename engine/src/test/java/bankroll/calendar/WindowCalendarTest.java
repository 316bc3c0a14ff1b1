package bankroll.calendar;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.protocol.LimitWindows;
import bankroll.protocol.LimitWindows.Window;
import bankroll.testkit.Seeds;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When days, weeks and months begin and end, on days on which clocks are changed above all. */
class WindowCalendarTest {
    private static final long DAY_MS = 86_400_000;
    private static final long[] LEAST_MS = {DAY_MS - 7_200_000, 7 * DAY_MS - 7_200_000, 28 * DAY_MS - 7_200_000};
    private static final long[] MOST_MS = {2 * DAY_MS, 14 * DAY_MS, 62 * DAY_MS};
    private static final List<String> ZONES = List.of(
            "UTC",
            "Europe/Berlin",
            "Europe/London",
            "America/New_York",
            "America/Havana",
            "America/Santiago",
            "America/St_Johns",
            "Africa/Cairo",
            "Asia/Beirut",
            "Asia/Kathmandu",
            "Australia/Lord_Howe",
            "Antarctica/Troll",
            "Pacific/Chatham",
            "Pacific/Kiritimati",
            "Pacific/Pago_Pago",
            "+05:45");

    @ParameterizedTest
    @CsvSource({
        "UTC, 2026-11-23T00:00:00Z, 24",
        "Europe/Berlin, 2026-03-28T23:00:00Z, 23",
        "Europe/Berlin, 2026-10-24T22:00:00Z, 25",
        "America/New_York, 2026-03-08T05:00:00Z, 23",
        "America/New_York, 2026-11-01T04:00:00Z, 25",
        // clocks go from 24:00 to 01:00, and from 01:00 back to 24:00: midnight is not there, or twice
        "America/Havana, 2026-03-08T05:00:00Z, 23",
        "America/Havana, 2026-11-01T04:00:00Z, 25",
        "Africa/Cairo, 2026-04-23T22:00:00Z, 23",
        "Africa/Cairo, 2026-10-28T21:00:00Z, 25",
        "Antarctica/Troll, 2026-03-29T00:00:00Z, 22",
        "Asia/Kathmandu, 2026-11-22T18:15:00Z, 24"
    })
    void shouldBeginTheDayAtTheFirstMomentOfItsDate(String name, String midnight, int hours) {
        ZoneId zone = ZoneId.of(name);
        long startMs = Instant.parse(midnight).toEpochMilli();

        Window before = WindowCalendar.at(zone, startMs - 1).day();
        Window day = WindowCalendar.at(zone, startMs).day();

        assertEquals(startMs, before.endMs());
        assertEquals(startMs, day.startMs());
        assertEquals(hours * 3_600_000L, day.endMs() - day.startMs());
        assertEquals(day, WindowCalendar.at(zone, day.endMs() - 1).day());
        assertEquals(before.number() + 1, day.number());
    }

    @ParameterizedTest
    @CsvSource({
        "Europe/Berlin, 2026-03-29T21:59:59.999Z, 2026-03-22T23:00:00Z, 2026-03-29T22:00:00Z",
        "Europe/Berlin, 2026-03-29T22:00:00Z, 2026-03-29T22:00:00Z, 2026-04-05T22:00:00Z",
        "America/New_York, 2026-11-02T04:59:59.999Z, 2026-10-26T04:00:00Z, 2026-11-02T05:00:00Z",
        "America/New_York, 2026-11-02T05:00:00Z, 2026-11-02T05:00:00Z, 2026-11-09T05:00:00Z"
    })
    void shouldBeginTheWeekOnMonday(String zone, String time, String start, String end) {
        Window week = WindowCalendar.at(ZoneId.of(zone), at(time)).week();

        assertEquals(List.of(at(start), at(end)), List.of(week.startMs(), week.endMs()));
    }

    @ParameterizedTest
    @CsvSource({
        "UTC, 2028-02-29T23:59:59.999Z, 2028-02-01T00:00:00Z, 2028-03-01T00:00:00Z",
        "UTC, 2028-03-01T00:00:00Z, 2028-03-01T00:00:00Z, 2028-04-01T00:00:00Z",
        "Europe/Berlin, 2026-10-31T22:59:59.999Z, 2026-09-30T22:00:00Z, 2026-10-31T23:00:00Z",
        "Europe/Berlin, 2026-12-31T22:59:59.999Z, 2026-11-30T23:00:00Z, 2026-12-31T23:00:00Z",
        "Europe/Berlin, 2026-12-31T23:00:00Z, 2026-12-31T23:00:00Z, 2027-01-31T23:00:00Z"
    })
    void shouldBeginTheMonthOnItsFirst(String zone, String time, String start, String end) {
        Window month = WindowCalendar.at(ZoneId.of(zone), at(time)).month();

        assertEquals(List.of(at(start), at(end)), List.of(month.startMs(), month.endMs()));
    }

    @Test
    void shouldGoOnAsTheCalendarDoesWhileNothingChanges() {
        for (String name : ZONES) {
            ZoneId zone = ZoneId.of(name);
            LimitWindows windows = WindowCalendar.at(zone, at("2026-01-01T12:00:00Z"));
            while (windows.endMs() < at("2029-01-01T00:00:00Z")) {
                LimitWindows next = WindowCalendar.following(windows, zone, windows.endMs());
                LimitWindows calendar = WindowCalendar.at(zone, windows.endMs());
                for (int kind = 0; kind < LimitWindows.COUNT; kind++) {
                    assertEquals(calendar.get(kind).startMs(), next.get(kind).startMs(), name);
                    assertEquals(calendar.get(kind).endMs(), next.get(kind).endMs(), name);
                }
                windows = next;
            }
        }
    }

    @Test
    void shouldEndWhatHasBegunAsItWouldHaveWhenTheZoneChanges() {
        LimitWindows berlin = WindowCalendar.at(ZoneId.of("Europe/Berlin"), at("2026-07-10T12:00:00Z"));
        ZoneId auckland = ZoneId.of("Pacific/Auckland");

        LimitWindows next = WindowCalendar.following(berlin, auckland, at("2026-07-10T21:59:59.999Z"));
        assertEquals(
                List.of(berlin.day(), berlin.week(), berlin.month()), List.of(next.day(), next.week(), next.month()));

        next = WindowCalendar.following(berlin, auckland, at("2026-07-10T22:00:00Z"));
        assertEquals(at("2026-07-10T22:00:00Z"), next.day().startMs());
        assertEquals(at("2026-07-11T12:00:00Z") + DAY_MS, next.day().endMs(), "38 hours, for 14 would be too short");
        assertEquals(List.of(berlin.week(), berlin.month()), List.of(next.week(), next.month()));
    }

    @Test
    void shouldGoOnWhereItStandsAfterDaysOfSilence() {
        ZoneId zone = ZoneId.of("Europe/Berlin");
        LimitWindows before = WindowCalendar.at(zone, at("2026-07-10T12:00:00Z"));

        LimitWindows after = WindowCalendar.following(before, zone, at("2026-09-03T12:00:00Z"));

        LimitWindows calendar = WindowCalendar.at(zone, at("2026-09-03T12:00:00Z"));
        for (int kind = 0; kind < LimitWindows.COUNT; kind++) {
            assertEquals(calendar.get(kind).startMs(), after.get(kind).startMs());
            assertEquals(calendar.get(kind).endMs(), after.get(kind).endMs());
        }
    }

    /** Whatever the operator sets and however long nobody plays: no gap, no overlap, no window that is short. */
    @Test
    void shouldNeverGiveALimitAnewTooEarly() {
        Seeds.forEach(300, random -> {
            long nowMs = at("2026-01-01T00:00:00Z") + random.nextLong(2 * 365 * DAY_MS);
            LimitWindows windows = WindowCalendar.at(zone(random), nowMs);
            for (int i = 0; i < 60; i++) {
                nowMs = Math.max(nowMs, windows.endMs() - 1 + random.nextInt(3));
                nowMs += random.nextInt(4) == 0 ? random.nextLong(40 * DAY_MS) : 0;
                LimitWindows next = WindowCalendar.following(windows, zone(random), nowMs);
                assertTrue(next.canFollow(windows, nowMs));
                for (int kind = 0; kind < LimitWindows.COUNT; kind++) {
                    checkLength(kind, windows.get(kind), next.get(kind));
                }
                windows = next;
            }
        });
    }

    private static void checkLength(int kind, Window before, Window next) {
        long lengthMs = next.endMs() - next.startMs();
        if (!next.equals(before)) {
            assertTrue(lengthMs >= LEAST_MS[kind], next::toString);
            assertTrue(lengthMs <= MOST_MS[kind], next::toString);
            assertTrue(next.startMs() == before.endMs() || next.startMs() >= before.endMs() + LEAST_MS[kind]);
        }
    }

    @Test
    void shouldNotTakeWindowsThatOverlapOrMissTheTime() {
        LimitWindows first = windows(1, 1000, 2000);

        assertTrue(windows(1, 1000, 2000).canFollow(first, 1500));
        assertTrue(windows(2, 2000, 3000).canFollow(first, 2000));
        assertTrue(windows(2, 2500, 3000).canFollow(first, 2999));
        assertEquals(false, windows(2, 2000, 3000).canFollow(first, 3000), "over");
        assertEquals(false, windows(2, 2000, 3000).canFollow(first, 1999), "not begun");
        assertEquals(false, windows(2, 1999, 3000).canFollow(first, 2500), "overlaps");
        assertEquals(false, windows(1, 2000, 3000).canFollow(first, 2500), "has the number of another");
    }

    private static LimitWindows windows(int number, long startMs, long endMs) {
        Window window = new Window(number, startMs, endMs);
        return new LimitWindows(window, window, window, "UTC");
    }

    private static ZoneId zone(Random random) {
        return ZoneId.of(ZONES.get(random.nextInt(ZONES.size())));
    }

    private static long at(String time) {
        return Instant.parse(time).toEpochMilli();
    }
}
