package bankroll.ledger.table;

import org.agrona.UnsafeApi;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * From a keyed 128-bit hash to the number of the record that carries it in its first 16 bytes (ADR 5).
 *
 * <p>Open addressing in many small shards; a slot is eight bytes: 32 bits of the hash, then the record's number plus
 * one. The record itself is only touched when those 32 bits agree. A full shard grows by a quarter on its own, so the
 * longest stall is that of one shard, and shards start at different sizes so that they don't all grow at once.
 *
 * <p>One thread; no allocation on the heap after construction but a small wrapper when a shard grows.
 */
public final class HashIndex implements AutoCloseable {
    private static final int SLOT_SHIFT = 3;
    private static final int FIRST_CAPACITY = 64;
    private static final int STAGGER = 16;
    private static final int RECENT = 1024;

    private final PagedTable records;
    private final UnsafeBuffer[] shards;
    private final int[] sizes;
    private final int[] capacities;
    private final int shardShift;
    private final int[] recent = new int[RECENT];
    private long slots;
    private long warmed;

    /**
     * An empty index.
     *
     * @param records whose first 16 bytes are the hash
     * @param shardBits the index has 2^shardBits shards, 1 to 16
     */
    public HashIndex(PagedTable records, int shardBits) {
        this.records = records;
        shardShift = 64 - shardBits;
        shards = new UnsafeBuffer[1 << shardBits];
        sizes = new int[shards.length];
        capacities = new int[shards.length];
        for (int shard = 0; shard < shards.length; shard++) {
            capacities[shard] = FIRST_CAPACITY + shard % STAGGER;
            shards[shard] = allocate(capacities[shard]);
        }
    }

    /** The record with this hash, or -1. What was found lately is found again without a look at the slots. */
    public int find(long high, long low) {
        int known = recent[(int) low & RECENT - 1] - 1;
        if (known >= 0 && matches(known, high, low)) {
            return known;
        }
        int found = probe(high, low);
        if (found >= 0) {
            recent[(int) low & RECENT - 1] = found + 1;
        }
        return found;
    }

    private int probe(long high, long low) {
        int shard = (int) (high >>> shardShift);
        UnsafeBuffer slots = shards[shard];
        int capacity = capacities[shard];
        int tag = (int) high;
        for (int slot = home(tag, capacity); ; slot = slot + 1 == capacity ? 0 : slot + 1) {
            long word = slots.getLong(slot << SLOT_SHIFT);
            if (word == 0) {
                return -1;
            }
            if ((int) (word >>> 32) == tag && matches((int) word - 1, high, low)) {
                return (int) word - 1;
            }
        }
    }

    /** Touches the slot where a hash would stand, so that it is in the cache when {@link #find} comes. */
    public void prefetch(long high) {
        int shard = (int) (high >>> shardShift);
        warmed += shards[shard].getLong(home((int) high, capacities[shard]) << SLOT_SHIFT);
    }

    /** Adds a record whose hash isn't in the index yet. */
    public void insert(long high, int record) {
        int shard = (int) (high >>> shardShift);
        if (sizes[shard] >= capacities[shard] / 4 * 3) {
            grow(shard);
        }
        place(shards[shard], capacities[shard], word((int) high, record));
        sizes[shard]++;
    }

    /** Removes a record that is in the index. */
    public void remove(long high, int record) {
        int shard = (int) (high >>> shardShift);
        UnsafeBuffer slots = shards[shard];
        int capacity = capacities[shard];
        int hole = home((int) high, capacity);
        while (slots.getLong(hole << SLOT_SHIFT) != word((int) high, record)) {
            hole = hole + 1 == capacity ? 0 : hole + 1;
        }
        for (int slot = next(hole, capacity); slots.getLong(slot << SLOT_SHIFT) != 0; slot = next(slot, capacity)) {
            long word = slots.getLong(slot << SLOT_SHIFT);
            if (!isBetween(hole, home((int) (word >>> 32), capacity), slot)) {
                slots.putLong(hole << SLOT_SHIFT, word);
                hole = slot;
            }
        }
        slots.putLong(hole << SLOT_SHIFT, 0);
        sizes[shard]--;
        forget(record);
    }

    /** Bytes of memory held. */
    public long memoryBytes() {
        return slots << SLOT_SHIFT;
    }

    @Override
    public void close() {
        for (int shard = 0; shard < shards.length; shard++) {
            UnsafeApi.freeMemory(shards[shard].addressOffset());
            capacities[shard] = 0;
        }
        if (warmed == Long.MIN_VALUE) {
            throw new AssertionError("the sum of prefetched words is kept only so that prefetching isn't optimised away");
        }
    }

    /** A removed record still carries its hash. */
    private void forget(int record) {
        int slot = (int) records.page(record).getLong(records.offset(record) + 8) & RECENT - 1;
        if (recent[slot] == record + 1) {
            recent[slot] = 0;
        }
    }

    private void grow(int shard) {
        UnsafeBuffer old = shards[shard];
        int oldCapacity = capacities[shard];
        int capacity = oldCapacity + oldCapacity / 4;
        UnsafeBuffer grown = allocate(capacity);
        for (int slot = 0; slot < oldCapacity; slot++) {
            long word = old.getLong(slot << SLOT_SHIFT);
            if (word != 0) {
                place(grown, capacity, word);
            }
        }
        shards[shard] = grown;
        capacities[shard] = capacity;
        slots -= oldCapacity;
        UnsafeApi.freeMemory(old.addressOffset());
    }

    private boolean matches(int record, long high, long low) {
        UnsafeBuffer page = records.page(record);
        int offset = records.offset(record);
        return page.getLong(offset) == high && page.getLong(offset + 8) == low;
    }

    private UnsafeBuffer allocate(int capacity) {
        long address = UnsafeApi.allocateMemory((long) capacity << SLOT_SHIFT);
        UnsafeApi.setMemory(address, (long) capacity << SLOT_SHIFT, (byte) 0);
        slots += capacity;
        return new UnsafeBuffer(address, capacity << SLOT_SHIFT);
    }

    private static void place(UnsafeBuffer slots, int capacity, long word) {
        int slot = home((int) (word >>> 32), capacity);
        while (slots.getLong(slot << SLOT_SHIFT) != 0) {
            slot = next(slot, capacity);
        }
        slots.putLong(slot << SLOT_SHIFT, word);
    }

    private static int home(int tag, int capacity) {
        return (int) ((tag & 0xffffffffL) * capacity >>> 32);
    }

    private static int next(int slot, int capacity) {
        return slot + 1 == capacity ? 0 : slot + 1;
    }

    /** Whether home lies cyclically behind the hole and not behind the slot: then the word must stay. */
    private static boolean isBetween(int hole, int home, int slot) {
        return hole <= slot ? hole < home && home <= slot : hole < home || home <= slot;
    }

    private static long word(int tag, int record) {
        return (long) tag << 32 | record + 1L;
    }
}
