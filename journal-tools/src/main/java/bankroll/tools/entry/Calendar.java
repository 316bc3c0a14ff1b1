package bankroll.tools.entry;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;

/** The local day of a time; cheap while the day stays the same. One thread. */
public final class Calendar {
    private final ZoneId zone;
    private long startMs = Long.MAX_VALUE;
    private long endMs = Long.MIN_VALUE;
    private long day;

    /** Days of this time zone. */
    public Calendar(ZoneId zone) {
        this.zone = zone;
    }

    /** The day, counted from 1970-01-01. */
    public long day(long timeMs) {
        if (timeMs < startMs || timeMs >= endMs) {
            LocalDate date = Instant.ofEpochMilli(timeMs).atZone(zone).toLocalDate();
            day = date.toEpochDay();
            startMs = date.atStartOfDay(zone).toInstant().toEpochMilli();
            endMs = date.plusDays(1).atStartOfDay(zone).toInstant().toEpochMilli();
        }
        return day;
    }
}
