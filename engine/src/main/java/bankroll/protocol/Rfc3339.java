package bankroll.protocol;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.Year;

/**
 * RFC 3339 date-times. What is read may have any number of fraction digits, T and Z in either case, offsets to ±23:59 and
 * second 60 for a leap second (decisions §2); what is written is UTC with milliseconds, as in
 * {@code 2026-11-21T03:04:05.678Z}; for people they are left out where there are none.
 *
 * <p>An instance writes or reads, and remembers its last time, because the items of a batch share theirs, and its day, because
 * days are long. One thread; the static methods are for any.
 */
public final class Rfc3339 {
    /** Characters of a time that is written. */
    public static final int LENGTH = 24;

    /** The first time, in milliseconds since the epoch, that no date-time can tell in UTC. */
    public static final long YEAR_10000_MS = 253_402_300_800_000L;

    private static final byte[] FORM = "0000-00-00T00:00:00.000Z".getBytes(StandardCharsets.US_ASCII);
    private static final int[] DAYS = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    private static final int SECONDS_END = 19;
    private static final int OFFSET_LENGTH = 6;
    private static final long DAY_MS = 86_400_000;
    private static final int MS_PER_MINUTE = 60_000;

    private final byte[] last = FORM.clone();
    private long lastMs = Long.MIN_VALUE;
    private long lastDay = Long.MIN_VALUE;
    private final byte[] lastSecond = "1970-01-01T00:00:00".getBytes(StandardCharsets.US_ASCII);

    /** Writes {@value #LENGTH} bytes; years 0 to 9999. */
    public void put(long timeMs, byte[] target, int offset) {
        if (timeMs != lastMs) {
            write(timeMs);
            lastMs = timeMs;
        }
        Bytes.copy(last, 0, target, offset, LENGTH);
    }

    private void write(long timeMs) {
        long day = Math.floorDiv(timeMs, DAY_MS);
        if (day != lastDay) {
            LocalDate date = LocalDate.ofEpochDay(day);
            digits(0, 4, date.getYear());
            digits(5, 2, date.getMonthValue());
            digits(8, 2, date.getDayOfMonth());
            lastDay = day;
        }
        int ms = (int) (timeMs - day * DAY_MS);
        digits(11, 2, ms / 3_600_000);
        digits(14, 2, ms / MS_PER_MINUTE % 60);
        digits(17, 2, ms / 1000 % 60);
        digits(20, 3, ms % 1000);
    }

    private void digits(int at, int count, int value) {
        int rest = value;
        for (int i = at + count - 1; i >= at; i--) {
            last[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
    }

    /** The text of a time. Allocates. */
    public static String format(long timeMs) {
        Rfc3339 once = new Rfc3339();
        once.write(timeMs);
        return new String(once.last, StandardCharsets.US_ASCII);
    }

    /** The text of a time for people, of any year: {@code 2026-11-21T03:04:05Z} at a whole second. Allocates. */
    public static String forPeople(long timeMs) {
        return Instant.ofEpochMilli(timeMs).toString();
    }

    /** Whether the text is a date-time that exists in the calendar. Allocates. */
    public static boolean isDateTime(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return isDateTime(bytes, 0, bytes.length);
    }

    /** Milliseconds since the epoch of a date-time, rounded down; a leap second is the first of the next minute. */
    public static long toEpochMs(String dateTime) {
        LocalDateTime minute = LocalDateTime.of(
                number(dateTime, 0, 4),
                number(dateTime, 5, 7),
                number(dateTime, 8, 10),
                number(dateTime, 11, 13),
                number(dateTime, 14, 16));
        long seconds = minute.toLocalDate().toEpochDay() * (DAY_MS / 1000)
                + minute.toLocalTime().toSecondOfDay()
                + number(dateTime, 17, SECONDS_END);
        return seconds * 1000 + millis(dateTime) - offsetMs(dateTime);
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

    /** As {@link #isDateTime}, quicker where the text is of the same second as the last one that was a date-time. */
    public boolean isDateTimeAgain(byte[] text, int offset, int length) {
        if (length > SECONDS_END && Bytes.equal(text, offset, lastSecond, 0, SECONDS_END)) {
            return isZone(text, afterFraction(text, offset, length), offset + length);
        }
        boolean isDateTime = isDateTime(text, offset, length);
        if (isDateTime) {
            Bytes.copy(text, offset, lastSecond, 0, SECONDS_END);
        }
        return isDateTime;
    }

    /** Whether the ASCII text is a date-time that exists in the calendar. */
    public static boolean isDateTime(byte[] text, int offset, int length) {
        return length > SECONDS_END
                && isDate(text, offset)
                && (text[offset + 10] | 0x20) == 't'
                && isTime(text, offset + 11)
                && isZone(text, afterFraction(text, offset, length), offset + length);
    }

    private static boolean isDate(byte[] text, int at) {
        int century = pair(text, at);
        int year = century * 100 + pair(text, at + 2);
        int month = pair(text, at + 5);
        int day = pair(text, at + 8);
        boolean isWritten = text[at + 4] == '-' && text[at + 7] == '-';
        boolean isReal = century >= 0 && pair(text, at + 2) >= 0 && month >= 1 && month <= 12 && day >= 1;
        return isWritten && isReal && day <= DAYS[month - 1] && (month != 2 || day < 29 || Year.isLeap(year));
    }

    private static boolean isTime(byte[] text, int at) {
        return isUpTo(text, at, 23)
                && text[at + 2] == ':'
                && isUpTo(text, at + 3, 59)
                && text[at + 5] == ':'
                && isUpTo(text, at + 6, 60);
    }

    /** Where the offset starts, or -1 if a point has no digits behind it. */
    private static int afterFraction(byte[] text, int offset, int length) {
        int at = offset + SECONDS_END;
        if (text[at] != '.') {
            return at;
        }
        int digits = at + 1;
        int end = digits;
        while (end < offset + length && isDigit(text[end])) {
            end++;
        }
        return end == digits ? -1 : end;
    }

    private static boolean isZone(byte[] text, int at, int end) {
        if (at < 0 || at >= end) {
            return false;
        }
        byte sign = text[at];
        if ((sign | 0x20) == 'z') {
            return at + 1 == end;
        }
        return (sign == '+' || sign == '-')
                && at + 6 == end
                && isUpTo(text, at + 1, 23)
                && text[at + 3] == ':'
                && isUpTo(text, at + 4, 59);
    }

    private static boolean isUpTo(byte[] text, int at, int most) {
        int value = pair(text, at);
        return value >= 0 && value <= most;
    }

    /** Two digits as a number, or a negative one. */
    private static int pair(byte[] text, int at) {
        byte tens = text[at];
        byte ones = text[at + 1];
        return isDigit(tens) && isDigit(ones) ? (tens - '0') * 10 + ones - '0' : -10_000;
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }
}
