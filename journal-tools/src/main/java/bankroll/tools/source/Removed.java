package bankroll.tools.source;

import bankroll.journal.Frame;
import bankroll.journal.FrameLookup;
import bankroll.journal.JournalSource;
import java.time.Instant;

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
        return "entries before " + firstSequence + " (" + Instant.ofEpochMilli(firstTimeMs)
                + ") were removed by a retention: nothing of them is told here";
    }
}
