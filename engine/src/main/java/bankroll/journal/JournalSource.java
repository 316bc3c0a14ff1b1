package bankroll.journal;

/** A journal that can be read; any thread may ask for a reader of its own. Nothing is locked and nothing written. */
public interface JournalSource {

    /** Sequence of the oldest frame kept; 1 in a journal without a retention, also when it is empty. */
    long firstSequence();

    /** The last sequence that is known of without reading entries; more may be there. One below the first when none is. */
    default long listedSequence() {
        return firstSequence() - 1;
    }

    /**
     * Opens a reader whose first {@link JournalReader#next()} yields this sequence, cheaply: older files are not read.
     *
     * @param fromSequence from {@link #firstSequence()} up to the last sequence plus one.
     */
    JournalReader reader(long fromSequence);

    /** Opens a lookup for the calling thread. */
    FrameLookup lookup();
}
