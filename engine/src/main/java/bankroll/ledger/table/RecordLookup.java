package bankroll.ledger.table;

import bankroll.memory.CacheLines;

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

    /** Adds the place where the slot of a hash is looked for. */
    void addSlot(long high, CacheLines lines);

    /** Adds what an insertion of the hash looks at besides. */
    void addRoom(long high, CacheLines lines);

    /** Adds a record; none when it is {@link HashIndex#NONE}. */
    void addRecord(int record, CacheLines lines);
}
