package bankroll.protocol;

import bankroll.protocol.CommandHeader.CommandType;

/**
 * The day, week and month in which play counts against limits (decisions §11), as plain numbers: who reads them needs no
 * calendar. The item of {@link CommandType#WINDOWS}, and a record of the state.
 *
 * <pre>
 *   day, week, month, each:  0 i32 number   4 i64 starts at   12 i64 ends at, exclusive; ms since the epoch
 *   60 text, the time zone whose calendar gave those that were new; for people
 * </pre>
 *
 * @param timeZone for people; what counts are the numbers
 */
public record LimitWindows(Window day, Window week, Window month, String timeZone) {
    /** The day. */
    public static final int DAY = 0;
    /** The week from Monday. */
    public static final int WEEK = 1;
    /** The month. */
    public static final int MONTH = 2;
    /** How many kinds there are. */
    public static final int COUNT = 3;

    /** None were said yet: no time is in these. */
    public static final LimitWindows NONE =
            new LimitWindows(new Window(0, 0, 0), new Window(0, 0, 0), new Window(0, 0, 0), "");

    /**
     * One of them: every time from {@code startMs} on and before {@code endMs}.
     *
     * @param number higher than that of any earlier window of its kind
     */
    public record Window(int number, long startMs, long endMs) {
        /** Whether a time is in it. */
        public boolean contains(long timeMs) {
            return startMs <= timeMs && timeMs < endMs;
        }

        private void put(Fields fields) {
            fields.putInt(number).putLong(startMs).putLong(endMs);
        }

        private static Window get(Fields fields) {
            return new Window(fields.getInt(), fields.getLong(), fields.getLong());
        }
    }

    /** The window of a kind: {@link #DAY}, {@link #WEEK} or {@link #MONTH}. */
    public Window get(int kind) {
        return switch (kind) {
            case DAY -> day;
            case WEEK -> week;
            case MONTH -> month;
            default -> throw new IllegalArgumentException("there is no window " + kind);
        };
    }

    /** When the first of the three ends. */
    public long endMs() {
        return Math.min(day.endMs, Math.min(week.endMs, month.endMs));
    }

    /** Whether these can follow others at a time: each contains it, and is the same one or begins behind its end. */
    public boolean canFollow(LimitWindows before, long timeMs) {
        for (int kind = 0; kind < COUNT; kind++) {
            Window earlier = before.get(kind);
            Window later = get(kind);
            boolean isNext = later.startMs >= earlier.endMs && later.number > earlier.number;
            if (!later.contains(timeMs) || !isNext && !later.equals(earlier)) {
                return false;
            }
        }
        return true;
    }

    /** Writes them. */
    public void put(Fields fields) {
        day.put(fields);
        week.put(fields);
        month.put(fields);
        fields.putText(timeZone);
    }

    /** Reads them. */
    public static LimitWindows get(Fields fields) {
        return new LimitWindows(Window.get(fields), Window.get(fields), Window.get(fields), fields.getText());
    }
}
