package bankroll.tools.source;

import bankroll.journal.Frame;
import bankroll.journal.FrameLookup;
import bankroll.journal.JournalSource;
import bankroll.protocol.Rfc3339;

/**
 * A part of a journal; all bounds are inclusive.
 *
 * @param fromSequence first entry
 * @param toSequence last entry
 * @param sinceMs earliest time, milliseconds since the epoch
 * @param untilMs latest time, milliseconds since the epoch
 */
public record Span(long fromSequence, long toSequence, long sinceMs, long untilMs) {
    /** The whole journal. */
    public static final Span ALL = new Span(1, Long.MAX_VALUE, Long.MIN_VALUE, Long.MAX_VALUE);

    /** Whether it asks for a time to start at. */
    public boolean hasStartTime() {
        return sinceMs != Long.MIN_VALUE;
    }

    /** Whether it asks for a time to end at. */
    public boolean hasEndTime() {
        return untilMs != Long.MAX_VALUE;
    }

    /** The same end, but from the first entry on: what was opened before may matter. */
    public Span fromTheFirst() {
        return new Span(1, toSequence, Long.MIN_VALUE, untilMs);
    }

    /** Whether an entry of this sequence and time is within it. */
    public boolean contains(long sequence, long timeMs) {
        return sequence >= fromSequence && sequence <= toSequence && timeMs >= sinceMs && timeMs <= untilMs;
    }

    /** The same end, but from this entry on. */
    public Span from(long sequence) {
        return new Span(sequence, toSequence, sinceMs, untilMs);
    }

    /**
     * What a retention has removed: all entries before the first one that is left. An answer that would need them says so.
     *
     * @param firstSequence the first one that is left
     * @param firstTimeMs its time
     */
    public record Removed(long firstSequence, long firstTimeMs) {

        /** What is gone of this part of a journal; null when nothing is. */
        public static Removed of(JournalSource journal, Span span) {
            long first = journal.firstSequence();
            if (first == 1 || span.fromSequence() >= first) {
                return null;
            }
            try (FrameLookup frame = journal.lookup()) {
                boolean isThere = frame.find(first);
                long timeMs = isThere ? Frame.timeMs(frame.buffer(), frame.offset()) : 0;
                return isThere && timeMs < span.sinceMs() ? null : new Removed(first, timeMs);
            }
        }

        /** What is gone of this part of a journal, in words; null when nothing is. */
        public static String told(JournalSource journal, Span span) {
            Removed removed = of(journal, span);
            return removed == null ? null : removed.text();
        }

        /** It in words. */
        public String text() {
            return "entries before " + firstSequence + " (" + Rfc3339.forPeople(firstTimeMs)
                    + ") were removed by a retention: nothing of them is told here";
        }
    }
}
