package bankroll.ledger.table;

import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.TemporalAdjusters;

/**
 * The calendar day, week and month that a time falls into, in the operator's time zone (decisions §11). The current
 * ones are kept, so that the calendar is only asked once a day. One thread.
 */
public final class Windows {
    /** The day. */
    public static final int DAY = 0;
    /** The week from Monday. */
    public static final int WEEK = 1;
    /** The month. */
    public static final int MONTH = 2;
    /** How many windows there are. */
    public static final int COUNT = 3;

    private final int[] ids = new int[COUNT];
    private final long[] starts = new long[COUNT];
    private ZoneId zone = ZoneOffset.UTC;
    private long endMs;

    /** Changes the time zone. */
    public void zone(ZoneId value) {
        zone = value;
        endMs = 0;
    }

    /** Moves to a time; the next questions are about it. */
    public void moveTo(long timeMs) {
        if (timeMs >= endMs || timeMs < starts[DAY]) {
            LocalDate day = Instant.ofEpochMilli(timeMs).atZone(zone).toLocalDate();
            set(DAY, day);
            set(WEEK, day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY)));
            set(MONTH, day.withDayOfMonth(1));
            endMs = startMs(day.plusDays(1));
        }
    }

    /** The number of the current window: the epoch day on which it began. */
    public int id(int window) {
        return ids[window];
    }

    /** When the current window began. */
    public long startMs(int window) {
        return starts[window];
    }

    private void set(int window, LocalDate first) {
        ids[window] = (int) first.toEpochDay();
        starts[window] = startMs(first);
    }

    private long startMs(LocalDate day) {
        return day.atStartOfDay(zone).toInstant().toEpochMilli();
    }
}
