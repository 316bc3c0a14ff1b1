package bankroll.tools.source;

import bankroll.journal.CorruptJournalException;
import bankroll.journal.Frame;
import bankroll.journal.FrameFault;
import bankroll.journal.FrameLookup;
import bankroll.journal.JournalReader;
import bankroll.journal.JournalSource;
import bankroll.tools.console.Progress;
import bankroll.tools.source.FrameHandler.FrameFeed;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Walks a part of a journal, frame by frame, each one checked. One thread. */
public final class FrameScan implements FrameFeed {
    private static final long NAP_NS = TimeUnit.MILLISECONDS.toNanos(20);

    private final JournalSource source;
    private final Span span;
    private final long first;
    private final long last;

    private FrameScan(JournalSource source, Span span, long first, long last) {
        this.source = source;
        this.span = span;
        this.first = first;
        this.last = last;
    }

    /** Prepares a walk through this part of a journal, as far as it is written now. */
    public static FrameScan of(JournalSource source, Span span) {
        try (Bounds bounds = new Bounds(source)) {
            long start = span.hasStartTime() ? bounds.firstAt(span.sinceMs()) : source.firstSequence();
            long end = span.hasEndTime() ? bounds.firstAt(span.untilMs() + 1) - 1 : bounds.last();
            return new FrameScan(source, span, Math.max(start, span.fromSequence()), Math.min(end, span.toSequence()));
        }
    }

    @Override
    public long first() {
        return first;
    }

    /** The last entry that may be handed over; below {@link #first()} when there is none. */
    public long last() {
        return last;
    }

    /** How many entries there are at most. */
    public long size() {
        return Math.max(0, last - first + 1);
    }

    /**
     * Up to the journal's end at the time of this call. A part that starts behind the end is read from there: damage may be what
     * the journal seems to end with.
     */
    @Override
    public void run(FrameHandler handler, Progress progress) {
        if (first > span.toSequence()) {
            return;
        }
        try (JournalReader reader = source.reader(start())) {
            while (reader.next() && hand(reader, handler)) {
                progress.at(Math.max(0, reader.sequence() - first + 1));
            }
        }
    }

    /**
     * Reads all of it.
     *
     * @throws bankroll.journal.CorruptJournalException where it is damaged
     */
    public void requireGood() {
        run((buffer, offset, length) -> true, Progress.none());
    }

    /**
     * Goes on behind the journal's end: waits there for more, until the part ends, the handler has enough or it is over.
     *
     * @param atTail called whenever everything there is was handed over: time to show it
     * @param isOver whether to end
     */
    public void follow(FrameHandler handler, Runnable atTail, BooleanSupplier isOver) {
        if (first > span.toSequence()) {
            return;
        }
        try (JournalReader reader = source.reader(start())) {
            boolean isAtTail = false;
            while (!isOver.getAsBoolean()) {
                if (reader.next()) {
                    isAtTail = false;
                    if (!hand(reader, handler)) {
                        return;
                    }
                } else {
                    if (!isAtTail) {
                        atTail.run();
                    }
                    isAtTail = true;
                    LockSupport.parkNanos(NAP_NS);
                }
            }
        }
    }

    /**
     * Looks at what stands behind the last entry, unless the part ends there in any case: it may be nothing, or what was
     * written meanwhile.
     *
     * @throws bankroll.journal.CorruptJournalException when it is damage
     */
    public void requireGoodEnd() {
        if (last < span.toSequence()) {
            try (JournalReader reader = source.reader(last + 1)) {
                reader.next();
            }
        }
    }

    /** No reader starts where there is nothing yet. */
    private long start() {
        return Math.min(first, last + 1);
    }

    /** Hands one frame over when it is within the part; false: no more. */
    private boolean hand(JournalReader reader, FrameHandler handler) {
        long timeMs = Frame.timeMs(reader.buffer(), reader.offset());
        if (reader.sequence() > span.toSequence() || timeMs > span.untilMs()) {
            return false;
        }
        boolean isTooEarly = timeMs < span.sinceMs() || reader.sequence() < first;
        return (isTooEarly || take(reader, handler)) && reader.sequence() < span.toSequence();
    }

    /** A frame with the right checksum may hold what nobody can read: that is damage, as at a start. */
    private static boolean take(JournalReader reader, FrameHandler handler) {
        try {
            return handler.onFrame(reader.buffer(), reader.offset(), reader.length());
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            long sequence = reader.sequence();
            CorruptJournalException unreadable = new CorruptJournalException(
                    reader.place(),
                    reader.offset(),
                    sequence,
                    FrameFault.NONE,
                    "this entry can't be read: " + e.getMessage() + "; " + CorruptJournalException.cure(sequence));
            unreadable.initCause(e);
            throw unreadable;
        }
    }

    /** Finds the ends of a journal, and a time in it, with a few lookups instead of a walk. One thread. */
    private static final class Bounds implements AutoCloseable {
        private final long first;
        private final long listed;
        private final FrameLookup lookup;

        private Bounds(JournalSource source) {
            first = source.firstSequence();
            listed = source.listedSequence();
            lookup = source.lookup();
        }

        /**
         * The last sequence, one below the first in an empty journal. A journal that is damaged at the end of what is listed seems
         * to end before.
         */
        private long last() {
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
        private long firstAt(long timeMs) {
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
}
