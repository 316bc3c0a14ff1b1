package bankroll.gateway.operator;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * RFC 3339 date-times (decisions §2): read with any number of fraction digits, lower-case t and z, offsets to ±23:59 and
 * leap second 60; written in UTC with milliseconds.
 */
final class DateTimes {
    private static final Pattern DATE_TIME = Pattern.compile("(\\d{4})-(\\d\\d)-(\\d\\d)[Tt](\\d\\d):(\\d\\d):(\\d\\d)"
            + "(?:\\.(\\d+))?(?:[Zz]|([+-])([01]\\d|2[0-3]):([0-5]\\d))");
    private static final DateTimeFormatter UTC_MILLIS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);
    private static final int LEAP_SECOND = 60;

    private DateTimes() {}

    /** Milliseconds since the epoch, rounded down; a leap second is the first of the next minute. */
    static long parse(String name, String text) throws MalformedException {
        Matcher parts = DATE_TIME.matcher(text);
        if (!parts.matches()) {
            throw new MalformedException(name + " must be an RFC 3339 date-time");
        }
        try {
            return local(parts) - offsetMs(parts);
        } catch (DateTimeException e) {
            throw new MalformedException(name + " must be a date and time that exists");
        }
    }

    /** The text of a time. */
    static String format(long timeMs) {
        return UTC_MILLIS.format(java.time.Instant.ofEpochMilli(timeMs));
    }

    private static long local(Matcher parts) {
        int second = number(parts, 6);
        boolean leaps = second == LEAP_SECOND;
        LocalDateTime time = LocalDateTime.of(
                number(parts, 1),
                number(parts, 2),
                number(parts, 3),
                number(parts, 4),
                number(parts, 5),
                leaps ? LEAP_SECOND - 1 : second);
        long seconds = time.toEpochSecond(ZoneOffset.UTC) + (leaps ? 1 : 0);
        return seconds * 1000 + millis(parts.group(7));
    }

    private static int millis(String fraction) {
        return fraction == null ? 0 : Integer.parseInt((fraction + "000").substring(0, 3));
    }

    private static long offsetMs(Matcher parts) {
        if (parts.group(8) == null) {
            return 0;
        }
        long minutes = number(parts, 9) * 60L + number(parts, 10);
        return (parts.group(8).equals("-") ? -minutes : minutes) * 60_000;
    }

    private static int number(Matcher parts, int group) {
        return Integer.parseInt(parts.group(group));
    }
}
