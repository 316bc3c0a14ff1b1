package bankroll.gateway.reply;

import java.nio.charset.StandardCharsets;
import java.time.LocalDate;

/**
 * Writes times as {@code 2026-11-21T03:04:05.678Z}. Remembers the last one, because the items of a batch share theirs,
 * and its day, because days are long. One event loop.
 */
final class Timestamps {
    /** Characters of a time. */
    static final int LENGTH = 24;

    private static final long DAY_MS = 86_400_000;
    private static final byte[] FORM = "0000-00-00T00:00:00.000Z".getBytes(StandardCharsets.US_ASCII);

    private final byte[] last = FORM.clone();
    private long lastMs = Long.MIN_VALUE;
    private long lastDay = Long.MIN_VALUE;

    /** Writes {@value #LENGTH} bytes; years 0 to 9999. */
    void put(long timeMs, byte[] target, int offset) {
        if (timeMs != lastMs) {
            format(timeMs);
            lastMs = timeMs;
        }
        System.arraycopy(last, 0, target, offset, LENGTH);
    }

    private void format(long timeMs) {
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
        digits(14, 2, ms / 60_000 % 60);
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
}
