package bankroll.tools.source;

import bankroll.journal.Frame;
import bankroll.journal.JournalReader;
import bankroll.journal.JournalSource;
import bankroll.tools.console.Progress;

/** Walks a part of a journal, frame by frame, each one checked. One thread. */
public final class FrameScan implements FrameFeed {
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

    /** Up to the journal's end at the time of this call. */
    @Override
    public void run(FrameHandler handler, Progress progress) {
        if (isBeyondTail()) {
            return;
        }
        try (JournalReader reader = source.reader(first)) {
            while (reader.next() && hand(reader, handler)) {
                progress.at(reader.sequence() - first + 1);
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

    /** Whether the part starts where there is nothing yet. */
    boolean isBeyondTail() {
        return first > span.toSequence() || first > last + 1;
    }

    /** Hands one frame over when it is within the part; false: no more. */
    boolean hand(JournalReader reader, FrameHandler handler) {
        long timeMs = Frame.timeMs(reader.buffer(), reader.offset());
        if (reader.sequence() > span.toSequence() || timeMs > span.untilMs()) {
            return false;
        }
        boolean isTooEarly = timeMs < span.sinceMs();
        return (isTooEarly || handler.onFrame(reader.buffer(), reader.offset(), reader.length()))
                && reader.sequence() < span.toSequence();
    }
}
