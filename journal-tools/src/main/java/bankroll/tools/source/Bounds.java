package bankroll.tools.source;

import bankroll.journal.CorruptJournalException;
import bankroll.journal.Frame;
import bankroll.journal.FrameLookup;
import bankroll.journal.JournalSource;

/** Finds the ends of a journal, and a time in it, with a few lookups instead of a walk. One thread. */
final class Bounds implements AutoCloseable {
    private final long first;
    private final long listed;
    private final FrameLookup lookup;

    Bounds(JournalSource source) {
        first = source.firstSequence();
        listed = source.listedSequence();
        lookup = source.lookup();
    }

    /**
     * The last sequence, one below the first in an empty journal. A journal that is damaged at the end of what is listed seems
     * to end before.
     */
    long last() {
        return listed >= first && has(listed) ? lastFrom(listed) : lastFrom(first - 1);
    }

    /** The last sequence from one on that is there, or precedes the first. */
    private long lastFrom(long start) {
        long step = 1;
        while (has(start + step)) {
            step *= 2;
        }
        long good = start + step / 2;
        long bad = start + step;
        while (bad - good > 1) {
            long middle = good + (bad - good) / 2;
            if (has(middle)) {
                good = middle;
            } else {
                bad = middle;
            }
        }
        return step == 1 ? start : good;
    }

    /** The first entry at or after a time; the last sequence plus one when there is none. Times never go back. */
    long firstAt(long timeMs) {
        long low = first;
        long high = last() + 1;
        while (low < high) {
            long middle = low + (high - low) / 2;
            if (has(middle) && Frame.timeMs(lookup.buffer(), lookup.offset()) < timeMs) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private boolean has(long sequence) {
        try {
            return lookup.find(sequence);
        } catch (CorruptJournalException e) {
            return false;
        }
    }

    @Override
    public void close() {
        lookup.close();
    }
}
