package bankroll.tools.read;

import bankroll.journal.CorruptJournalException;
import bankroll.journal.Frame;
import bankroll.journal.FrameLookup;
import bankroll.journal.JournalSource;

/** Finds the ends of a journal, and a time in it, with a few lookups instead of a walk. One thread. */
final class Bounds implements AutoCloseable {
    private final long first;
    private final FrameLookup lookup;

    Bounds(JournalSource source) {
        first = source.firstSequence();
        lookup = source.lookup();
    }

    /** The last sequence, one below the first in an empty journal. A damaged journal seems to end before its damage. */
    long last() {
        long step = 1;
        while (has(first - 1 + step)) {
            step *= 2;
        }
        long good = first - 1 + step / 2;
        long bad = first - 1 + step;
        while (bad - good > 1) {
            long middle = good + (bad - good) / 2;
            if (has(middle)) {
                good = middle;
            } else {
                bad = middle;
            }
        }
        return step == 1 ? first - 1 : good;
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
