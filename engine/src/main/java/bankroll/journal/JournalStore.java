package bankroll.journal;

import java.util.List;
import java.util.function.LongSupplier;

/**
 * The journal as the one process that writes it owns it. The order is: open (lock, check, set a torn tail aside),
 * {@link #recovered()}, read with {@link #reader}, then {@link #journal()} for writing.
 */
public interface JournalStore extends JournalSource, AutoCloseable {

    /** What was found at the opening. */
    RecoveredJournal recovered();

    /**
     * Starts writing, in a new file, behind the frame that was recovered last. Once, by any thread; the thread that
     * appends first is the writer from then on.
     */
    Journal journal();

    /** Room for the journal, for the engine's {@code unavailable}. */
    DiskWatch disk();

    /**
     * Removes closed files whose last frame is older than a time and that lie wholly below a sequence; the retention's
     * work. One thread.
     *
     * @param timeMs frames from this time on are kept, milliseconds since the epoch.
     * @param belowSequence frames from this sequence on are kept; only asked when a file is old enough.
     * @return how many files were removed.
     */
    int removeOlderThan(long timeMs, LongSupplier belowSequence);

    /** Closes the journal, when it was opened, and gives the lock back. */
    @Override
    void close();

    /** Room for the journal on its disk; any thread, no system call: the figures are at most a second or so old. */
    public interface DiskWatch {
        /** Free bytes on the journal's file system. */
        long usableBytes();

        /** Below this many free bytes no new booking is taken. */
        long lowWaterBytes();

        /** Whether the next file is being made ready and nothing is known to hinder it: who needs it may wait a little. */
        default boolean isNextFileComing() {
            return acceptsBookings();
        }

        /** Whom to tell, on a thread of the journal's, whenever a file is in reserve. */
        default void onRoom(Runnable told) {}

        /** True while bookings may be taken: above the low-water mark, and the next file not missing for want of room. */
        boolean acceptsBookings();
    }

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
}
