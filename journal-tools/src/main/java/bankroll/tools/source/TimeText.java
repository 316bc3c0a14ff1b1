package bankroll.tools.source;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;

/** Times as an operator writes them: RFC 3339, or shorter; what is left out is midnight, and a time zone of choice. */
public final class TimeText {
    private TimeText() {}

    /**
     * Milliseconds since the epoch of {@code 2026-11-21}, {@code 2026-11-21T03:24}, {@code 2026-11-21T03:24:07.5} or
     * any of the latter with an offset.
     *
     * @throws IllegalArgumentException when it is none of these
     */
    public static long parse(String text, ZoneId zone) {
        try {
            if (text.indexOf('T') < 0 && text.indexOf('t') < 0) {
                return LocalDate.parse(text).atStartOfDay(zone).toInstant().toEpochMilli();
            }
            return hasOffset(text)
                    ? OffsetDateTime.parse(text).toInstant().toEpochMilli()
                    : LocalDateTime.parse(text).atZone(zone).toInstant().toEpochMilli();
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "\"" + text + "\" is no time: write 2026-11-21 or 2026-11-21T03:24:07Z", e);
        }
    }

    private static boolean hasOffset(String text) {
        int clock = Math.max(text.indexOf('T'), text.indexOf('t'));
        return text.endsWith("Z") || text.endsWith("z") || text.indexOf('+', clock) > 0 || text.indexOf('-', clock) > 0;
    }
}
