package bankroll.tools.console;

/**
 * RFC 3339 times in UTC with milliseconds, as in {@code 2026-11-21T03:24:07.123Z}; the day is computed once a day. One
 * thread.
 */
public final class UtcTime {
    private static final long DAY_MS = 86_400_000;

    private long day = Long.MIN_VALUE;
    private int year;
    private int month;
    private int dayOfMonth;

    /** Writes a time given in milliseconds since the epoch. */
    public void put(TextBuffer target, long timeMs) {
        putDay(target, timeMs);
        int ofDay = (int) Math.floorMod(timeMs, DAY_MS);
        target.put('T').padded(ofDay / 3_600_000, 2);
        target.put(':').padded(ofDay / 60_000 % 60, 2);
        target.put(':').padded(ofDay / 1000 % 60, 2);
        target.put('.').padded(ofDay % 1000, 3).put('Z');
    }

    /** Writes the day alone, as in {@code 2026-11-21}. */
    public void putDay(TextBuffer target, long timeMs) {
        long wanted = Math.floorDiv(timeMs, DAY_MS);
        if (wanted != day) {
            goTo(wanted);
        }
        target.padded(year, 4).put('-').padded(month, 2).put('-').padded(dayOfMonth, 2);
    }

    private void goTo(long wanted) {
        java.time.LocalDate date = java.time.LocalDate.ofEpochDay(wanted);
        day = wanted;
        year = date.getYear();
        month = date.getMonthValue();
        dayOfMonth = date.getDayOfMonth();
    }
}
