package bankroll.gateway.request;

import org.agrona.DirectBuffer;

/**
 * Whether bytes are an RFC 3339 date-time: any number of fraction digits, T and Z in either case, offsets to ±23:59,
 * second 60 for a leap second (decisions §2). Nothing is converted; the text is kept as it came.
 */
public final class Rfc3339 {
    private static final int[] DAYS = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    private static final int SECONDS_END = 19;

    private Rfc3339() {}

    /** Whether the ASCII text is a date-time that exists in the calendar. */
    public static boolean isDateTime(DirectBuffer text, int offset, int length) {
        return length > SECONDS_END
                && isDate(text, offset)
                && (text.getByte(offset + 10) | 0x20) == 't'
                && isTime(text, offset + 11)
                && isZone(text, afterFraction(text, offset, length), offset + length);
    }

    private static boolean isDate(DirectBuffer text, int at) {
        int century = pair(text, at);
        int year = century * 100 + pair(text, at + 2);
        int month = pair(text, at + 5);
        int day = pair(text, at + 8);
        boolean isWritten = text.getByte(at + 4) == '-' && text.getByte(at + 7) == '-';
        boolean isReal = century >= 0 && pair(text, at + 2) >= 0 && month >= 1 && month <= 12 && day >= 1;
        return isWritten && isReal && day <= DAYS[month - 1] && (month != 2 || day < 29 || isLeap(year));
    }

    private static boolean isLeap(int year) {
        return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    }

    private static boolean isTime(DirectBuffer text, int at) {
        return isUpTo(text, at, 23)
                && text.getByte(at + 2) == ':'
                && isUpTo(text, at + 3, 59)
                && text.getByte(at + 5) == ':'
                && isUpTo(text, at + 6, 60);
    }

    /** Where the offset starts, or -1 if a point has no digits behind it. */
    private static int afterFraction(DirectBuffer text, int offset, int length) {
        int at = offset + SECONDS_END;
        if (text.getByte(at) != '.') {
            return at;
        }
        int digits = at + 1;
        int end = digits;
        while (end < offset + length && isDigit(text.getByte(end))) {
            end++;
        }
        return end == digits ? -1 : end;
    }

    private static boolean isZone(DirectBuffer text, int at, int end) {
        if (at < 0 || at >= end) {
            return false;
        }
        byte sign = text.getByte(at);
        if ((sign | 0x20) == 'z') {
            return at + 1 == end;
        }
        return (sign == '+' || sign == '-')
                && at + 6 == end
                && isUpTo(text, at + 1, 23)
                && text.getByte(at + 3) == ':'
                && isUpTo(text, at + 4, 59);
    }

    private static boolean isUpTo(DirectBuffer text, int at, int most) {
        int value = pair(text, at);
        return value >= 0 && value <= most;
    }

    /** Two digits as a number, or a negative one. */
    private static int pair(DirectBuffer text, int at) {
        byte tens = text.getByte(at);
        byte ones = text.getByte(at + 1);
        return isDigit(tens) && isDigit(ones) ? (tens - '0') * 10 + ones - '0' : -10_000;
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }
}
