package bankroll.ledger.table;

import bankroll.protocol.LimitWindows;

/**
 * The day, week and month in which play counts now (decisions §11). They come with the entries; no calendar is asked
 * here. Entries from before the first {@code WINDOWS} entry have none with them: then they are assumed, and are no part
 * of the state. One thread.
 */
public final class Windows {
    private final int[] numbers = new int[LimitWindows.COUNT];
    private final long[] starts = new long[LimitWindows.COUNT];
    private final long[] ends = new long[LimitWindows.COUNT];
    private LimitWindows current;
    private boolean isRecorded;
    private long endMs;

    Windows() {}

    /** Goes on with windows that an entry carries. */
    public void record(LimitWindows windows) {
        set(windows);
        isRecorded = true;
    }

    /** Goes on with windows that stand in no entry, as of a journal that has none yet. */
    public void assume(LimitWindows windows) {
        if (isRecorded) {
            throw new IllegalStateException("the windows of limits stand in the journal and can't be assumed");
        }
        set(windows);
    }

    /** Whether an entry has said them. */
    public boolean isRecorded() {
        return isRecorded;
    }

    /** All of them, or null when they were never said. */
    public LimitWindows current() {
        return current;
    }

    /** The number of the current window of a kind. */
    public int number(int kind) {
        return numbers[kind];
    }

    /** When the current window of a kind began. */
    public long startMs(int kind) {
        return starts[kind];
    }

    /** When the current window of a kind ends: from then on it is over, though no entry may have said so yet. */
    public long endMs(int kind) {
        return ends[kind];
    }

    /** When the first of them ends; 0 when they were never said. */
    public long endMs() {
        return endMs;
    }

    private void set(LimitWindows windows) {
        current = windows;
        endMs = windows.endMs();
        for (int kind = 0; kind < LimitWindows.COUNT; kind++) {
            numbers[kind] = windows.get(kind).number();
            starts[kind] = windows.get(kind).startMs();
            ends[kind] = windows.get(kind).endMs();
        }
    }
}
