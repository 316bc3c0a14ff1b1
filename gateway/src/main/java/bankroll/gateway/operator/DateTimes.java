package bankroll.gateway.operator;

import bankroll.gateway.request.Rfc3339;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.agrona.concurrent.UnsafeBuffer;

/** RFC 3339 date-times (decisions §2) as milliseconds, and milliseconds as text in UTC. */
final class DateTimes {
    /** The first time that no date-time can tell in UTC. */
    static final long YEAR_10000_MS =
            LocalDateTime.of(10_000, 1, 1, 0, 0).toInstant(ZoneOffset.UTC).toEpochMilli();

    private static final DateTimeFormatter UTC_MILLIS = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd'T'HH:mm:ss.SSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);
    private static final int SECONDS_END = 19;
    private static final int OFFSET_LENGTH = 6;
    private static final int MS_PER_MINUTE = 60_000;

    private DateTimes() {}

    /** Whether the text is a date-time. */
    static boolean isDateTime(String text) {
        UnsafeBuffer bytes = new UnsafeBuffer(text.getBytes(StandardCharsets.UTF_8));
        return Rfc3339.isDateTime(bytes, 0, bytes.capacity());
    }

    /** Milliseconds since the epoch of a date-time, rounded down; a leap second is the first of the next minute. */
    static long parse(String dateTime) {
        LocalDateTime minute = LocalDateTime.of(
                number(dateTime, 0, 4),
                number(dateTime, 5, 7),
                number(dateTime, 8, 10),
                number(dateTime, 11, 13),
                number(dateTime, 14, 16));
        long seconds = minute.toEpochSecond(ZoneOffset.UTC) + number(dateTime, 17, SECONDS_END);
        return seconds * 1000 + millis(dateTime) - offsetMs(dateTime);
    }

    /** The text of a time. */
    static String format(long timeMs) {
        return UTC_MILLIS.format(Instant.ofEpochMilli(timeMs));
    }

    private static int millis(String dateTime) {
        if (dateTime.charAt(SECONDS_END) != '.') {
            return 0;
        }
        int millis = 0;
        int unit = 100;
        for (int i = SECONDS_END + 1; unit > 0 && Character.isDigit(dateTime.charAt(i)); i++) {
            millis += unit * Character.digit(dateTime.charAt(i), 10);
            unit /= 10;
        }
        return millis;
    }

    private static long offsetMs(String dateTime) {
        int sign = dateTime.length() - OFFSET_LENGTH;
        if (!Character.isDigit(dateTime.charAt(dateTime.length() - 1))) {
            return 0;
        }
        long minutes = number(dateTime, sign + 1, sign + 3) * 60L + number(dateTime, sign + 4, sign + 6);
        return (dateTime.charAt(sign) == '-' ? -minutes : minutes) * MS_PER_MINUTE;
    }

    private static int number(String text, int from, int to) {
        return Integer.parseInt(text, from, to, 10);
    }
}
