package bankroll.ledger.table;

/**
 * Finding records by the hash that they carry, many of them at a time: first their slots are touched, then their records,
 * and what was guessed from a slot is confirmed when it is needed. One thread; changes nothing.
 */
public interface RecordLookup {
    /** The record with this hash, or {@link HashIndex#NONE}. */
    int find(long high, long low);

    /** As {@link #find(long, long)}, with a guess at the answer that makes it quicker when it is right. */
    int find(long high, long low, int guess);

    /**
     * The record that probably has this hash, or {@link HashIndex#NONE}: the first one with the same tag. Touches slots
     * only, no record.
     */
    int guess(long high);

    /** Brings the slot of a hash into the cache, and what an insertion needs; the result is only to be summed up. */
    long touchSlot(long high);

    /** Brings records into the cache, all asked for at once, but for missing ones; the result is only to be summed up. */
    long touchRecords(int[] numbers, int count);
}
