package bankroll.journal;

import java.util.List;

/**
 * What a start found in the journal.
 *
 * @param firstSequence the oldest frame kept; 1 when there is none.
 * @param lastSequence the last good frame; 0 when there is none.
 * @param lastCrc CRC of the last good frame, the next one's previous CRC; 0 when there is none.
 * @param lastTimeMs time of the last good frame; 0 when there is none.
 * @param forcedSequence the highest sequence that is known to have been on disk.
 * @param appendedSequence the highest sequence that the process before is known to have appended; above
 *     {@code lastSequence} when a power cut took frames that were never promised to be on disk.
 * @param bytes size of all frames, for the progress of a replay.
 * @param warnings what the operator must be told, a sentence each: a torn tail and where it was put, an empty file
 *     that was removed; empty after a good shutdown.
 */
public record RecoveredJournal(
        long firstSequence,
        long lastSequence,
        int lastCrc,
        long lastTimeMs,
        long forcedSequence,
        long appendedSequence,
        long bytes,
        List<String> warnings) {

    /** An empty journal. */
    public static final RecoveredJournal EMPTY = new RecoveredJournal(1, 0, 0, 0, 0, 0, 0, List.of());

    public RecoveredJournal {
        warnings = List.copyOf(warnings);
    }
}
