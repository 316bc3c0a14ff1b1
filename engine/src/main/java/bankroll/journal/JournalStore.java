package bankroll.journal;

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
}
