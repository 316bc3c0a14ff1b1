package bankroll.tools.source;

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
}
