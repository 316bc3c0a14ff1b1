package bankroll.calendar;

import bankroll.ledger.Ledger;
import bankroll.protocol.CommandHeader;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.CommandHeader.Origin;
import bankroll.protocol.Fields;
import bankroll.protocol.LimitWindows;
import bankroll.protocol.LimitWindows.Window;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.TemporalAdjusters;
import org.agrona.MutableDirectBuffer;

/**
 * Makes the windows of limits: calendar day, week from Monday and month in the operator's time zone (decisions §11).
 *
 * <p>A window begins where the one of its kind before it ended, or at a later boundary of the calendar when nothing was
 * booked in between. It ends at the first boundary that leaves it no shorter than {@link #LEAST_MS}. So a zone that was
 * changed, or new data about one, makes a window longer, never short: no player gets a limit anew too early.
 */
public final class WindowCalendar {
    private static final long HOUR_MS = 3_600_000;

    /** A day, a week, the shortest month, each less the two hours that a change to summer time takes at most. */
    private static final long[] LEAST_MS = {22 * HOUR_MS, (7 * 24 - 2) * HOUR_MS, (28 * 24 - 2) * HOUR_MS};

    /** Numbers of windows that follow others; the first ones of a journal have the day on which they begin, as ever. */
    private static final int FOLLOWING = 1_000_000;

    private WindowCalendar() {}

    /**
     * Writes the command that takes a ledger to the windows of a time, in the zone of the ledger's settings.
     *
     * @param nowMs not before any entry of the ledger
     * @return where the command ends
     */
    public static int put(MutableDirectBuffer target, int offset, Ledger ledger, long nowMs) {
        return put(target, offset, ledger.settings().timeZone(), ledger.windows(), nowMs);
    }

    /**
     * As {@link #put(MutableDirectBuffer, int, Ledger, long)}, where the ledger's windows are known and not the ledger.
     *
     * @param before the windows of the ledger as last said, or null
     */
    public static int put(MutableDirectBuffer target, int offset, String timeZone, LimitWindows before, long nowMs) {
        ZoneId zone = ZoneId.of(timeZone);
        LimitWindows windows = before == null ? at(zone, nowMs) : following(before, zone, nowMs);
        int item = CommandHeader.put(target, offset, CommandType.WINDOWS, 1, Origin.SYSTEM);
        Fields fields = new Fields().write(target, item);
        windows.put(fields);
        return fields.position();
    }

    /**
     * Until when limits count in windows that are not those of a zone's calendar, because another zone was in force when
     * they began.
     *
     * @return 0 when all are the calendar's
     */
    public static long strangeUntilMs(LimitWindows windows, String zone, long nowMs) {
        long until = 0;
        for (int kind = 0; kind < LimitWindows.COUNT; kind++) {
            long endMs = windows.get(kind).endMs();
            boolean isCalendars = endMs == at(kind, ZoneId.of(zone), nowMs).endMs();
            until = isCalendars || endMs <= nowMs ? until : Math.max(until, endMs);
        }
        return until;
    }

    /** The windows that the calendar has at a time, whatever was before. */
    static LimitWindows at(ZoneId zone, long timeMs) {
        return new LimitWindows(
                at(LimitWindows.DAY, zone, timeMs),
                at(LimitWindows.WEEK, zone, timeMs),
                at(LimitWindows.MONTH, zone, timeMs),
                zone.getId());
    }

    /** The windows of a time that isn't before others: those that are not over stay as they are. */
    static LimitWindows following(LimitWindows before, ZoneId zone, long timeMs) {
        return new LimitWindows(
                following(LimitWindows.DAY, before, zone, timeMs),
                following(LimitWindows.WEEK, before, zone, timeMs),
                following(LimitWindows.MONTH, before, zone, timeMs),
                zone.getId());
    }

    private static Window following(int kind, LimitWindows all, ZoneId zone, long timeMs) {
        Window before = all.get(kind);
        if (timeMs < before.endMs()) {
            return before;
        }
        int number = Math.max(before.number() + 1, FOLLOWING);
        long endMs = at(kind, zone, before.endMs() + LEAST_MS[kind] - 1).endMs();
        if (timeMs < endMs) {
            return new Window(number, before.endMs(), endMs);
        }
        Window later = at(kind, zone, timeMs);
        return new Window(number, later.startMs(), later.endMs());
    }

    /** Where clocks are put back over midnight, a day begins at its first midnight. */
    private static Window at(int kind, ZoneId zone, long timeMs) {
        LocalDate first = first(kind, Instant.ofEpochMilli(timeMs).atZone(zone).toLocalDate());
        LocalDate next = next(kind, first);
        while (startMs(zone, next) <= timeMs) {
            first = next;
            next = next(kind, first);
        }
        return new Window((int) first.toEpochDay(), startMs(zone, first), startMs(zone, next));
    }

    private static LocalDate first(int kind, LocalDate day) {
        return switch (kind) {
            case LimitWindows.DAY -> day;
            case LimitWindows.WEEK -> day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
            default -> day.withDayOfMonth(1);
        };
    }

    private static LocalDate next(int kind, LocalDate first) {
        return switch (kind) {
            case LimitWindows.DAY -> first.plusDays(1);
            case LimitWindows.WEEK -> first.plusWeeks(1);
            default -> first.plusMonths(1);
        };
    }

    private static long startMs(ZoneId zone, LocalDate day) {
        return day.atStartOfDay(zone).toInstant().toEpochMilli();
    }
}
