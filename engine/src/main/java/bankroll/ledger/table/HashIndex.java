package bankroll.ledger.table;

import static org.agrona.UnsafeApi.getInt;
import static org.agrona.UnsafeApi.getLong;
import static org.agrona.UnsafeApi.putInt;
import static org.agrona.UnsafeApi.putLong;

import bankroll.memory.Blocks;
import java.util.Arrays;
import org.agrona.UnsafeApi;

/**
 * From a keyed 128-bit hash to the number of the record that carries it in its first 16 bytes (ADR 5).
 *
 * <p>Extendible hashing: a directory leads to segments of one size, each an open-addressed table of 8-byte slots: 32
 * bits of the hash, the tag, then the record's number plus one; 0 is an empty slot. The eight slots of a cache line are
 * compared together, without branches, before the next line is looked at, so that nearly every answer costs one: which slot
 * it will be can't be predicted, and a wrong guess costs the processor more. A line fills up from its first slot, so that
 * its last one tells whether it has room. The record itself is only touched when the tags agree. A full segment is split in
 * two on its own, so the longest stall is that of one segment; and since {@link #spread} gives segments unequal shares,
 * they don't all fill up at the same moment.
 *
 * <p>Many hashes are looked for together: first their slots are touched, then their records, and what was guessed from a
 * slot is confirmed when it is needed.
 *
 * <p>One thread; allocates on the heap only when the directory doubles.
 */
public final class HashIndex implements AutoCloseable {
    /** No record has the hash, or none was found yet. */
    public static final int NONE = -1;

    /** Smaller segments could be filled by entries that no bit tells apart. */
    static final int LEAST_SEGMENT_BITS = 5;

    static final int TAG_BITS = 32;

    private static final int SLOT_SHIFT = 3;

    /** Slots of a cache line. */
    static final int LINE_SLOTS = CacheLines.BYTES >> SLOT_SHIFT;

    private static final int GROUP = 64;
    private static final long TAG_MASK = 0xffffffffL;
    private static final int SIGN = Long.SIZE - 1;

    private final PagedTable records;
    private final Blocks blocks;
    private final int slotMask;
    private final int mostInSegment;
    private long[] directory = new long[1];
    private long[] lifted = new long[2 * LINE_SLOTS];
    private int directoryShift = TAG_BITS;

    /**
     * An empty index.
     *
     * @param records whose first 16 bytes are the hash
     * @param segmentBits a segment has 2^segmentBits slots: more make a longer stall, fewer a larger directory
     */
    public HashIndex(PagedTable records, int segmentBits) {
        if (segmentBits < LEAST_SEGMENT_BITS) {
            throw new IllegalArgumentException("a segment has 2^" + LEAST_SEGMENT_BITS + " slots or more");
        }
        this.records = records;
        slotMask = (1 << segmentBits) - 1;
        mostInSegment = (1 << segmentBits) * 4 / 5;
        blocks = new Blocks((1 << segmentBits + SLOT_SHIFT) + 2 * Integer.BYTES);
        addSegment(0, 1, 0);
    }

    /** The record with this hash, or {@link #NONE}. */
    public int find(long high, long low) {
        long segment = segment((int) high);
        for (int from = (int) high & -LINE_SLOTS; ; from += LINE_SLOTS) {
            long line = slotAt(segment, from);
            for (int alike = alike(line, (int) high); alike != 0; alike &= alike - 1) {
                int record = record(firstOf(line, alike));
                if (record != NONE && isRecord(record, high, low)) {
                    return record;
                }
            }
            if (hasRoom(line)) {
                return NONE;
            }
        }
    }

    /** As {@link #find(long, long)}, with a guess at the answer that makes it quicker when it is right. */
    public int find(long high, long low, int guess) {
        return guess != NONE && isRecord(guess, high, low) ? guess : find(high, low);
    }

    /** The record that probably has this hash, or {@link #NONE}: the first one with the same tag. Touches slots only, no record. */
    public int guess(long high) {
        long segment = segment((int) high);
        for (int from = (int) high & -LINE_SLOTS; ; from += LINE_SLOTS) {
            long line = slotAt(segment, from);
            int alike = alike(line, (int) high);
            if (alike != 0) {
                return record(firstOf(line, alike));
            }
            if (hasRoom(line)) {
                return NONE;
            }
        }
    }

    /** Adds the place where the slot of a hash is looked for. */
    public void addSlot(long high, CacheLines lines) {
        lines.add(slotAt(segment((int) high), (int) high));
    }

    /** Adds what an insertion of the hash looks at besides. */
    public void addRoom(long high, CacheLines lines) {
        lines.add(sizeAt(segment((int) high)));
    }

    /** Adds a record; none when it is {@link #NONE}. */
    public void addRecord(int record, CacheLines lines) {
        if (record != NONE) {
            lines.add(records.at(record), records.recordBytes());
        }
    }

    /** Adds a record whose hash isn't in the index yet. */
    public void insert(long high, int record) {
        int tag = (int) high;
        while (size(segment(tag)) >= mostInSegment) {
            split(directoryIndex(tag));
        }
        place(segment(tag), high << TAG_BITS | record + 1L);
    }

    /** Adds all records of the table to an empty index; the places of a group are touched together. */
    void insertAll() {
        CacheLines lines = new CacheLines(2 * GROUP);
        int size = records.size();
        for (int from = 0, to; from < size; from = to) {
            to = (int) Math.min((long) from + GROUP, size);
            for (int record = from; record < to; record++) {
                addSlot(high(record), lines);
                addRoom(high(record), lines);
            }
            lines.touch();
            for (int record = from; record < to; record++) {
                insert(high(record), record);
            }
        }
    }

    /** Removes a record that is in the index. */
    void remove(long high, int record) {
        long segment = segment((int) high);
        int slot = (int) high & -LINE_SLOTS;
        while (record(word(segment, slot)) != record) {
            slot++;
        }
        int count = lift(segment, slot & -LINE_SLOTS);
        putInt(sizeAt(segment), size(segment) - count);
        for (int i = 0; i < count; i++) {
            if (record(lifted[i]) != record) {
                place(segment, lifted[i]);
            }
        }
    }

    /** Takes out what stands in a line or may have passed over it: all up to the next line with room. */
    private int lift(long segment, int from) {
        int count = 0;
        int before;
        int slot = from;
        do {
            before = count;
            for (int end = slot + LINE_SLOTS; slot < end; slot++) {
                long word = word(segment, slot);
                if (word != 0) {
                    put(segment, slot, 0);
                    count = keep(word, count);
                }
            }
        } while (count - before == LINE_SLOTS);
        return count;
    }

    private int keep(long word, int count) {
        if (count == lifted.length) {
            lifted = Arrays.copyOf(lifted, count * 2);
        }
        lifted[count] = word;
        return count + 1;
    }

    /** Bytes of memory held. */
    public long memoryBytes() {
        return blocks.memoryBytes() + (long) directory.length * Long.BYTES;
    }

    @Override
    public void close() {
        blocks.close();
        directory = new long[0];
    }

    private long high(int record) {
        return getLong(records.at(record));
    }

    private boolean isRecord(int record, long high, long low) {
        long address = records.at(record);
        return getLong(address) == high && getLong(address + Long.BYTES) == low;
    }

    private long segment(int tag) {
        return directory[directoryIndex(tag)];
    }

    private int directoryIndex(int tag) {
        return (int) (spread(tag) >>> directoryShift);
    }

    /**
     * Bends the even tags so that neighbours in the directory get shares between 1 and 2 that grow evenly in proportion:
     * while the index doubles, segments then fill up one after the other. 0 to 2^32 - 1, growing with the tag.
     */
    private static long spread(int tag) {
        long even = tag & TAG_MASK;
        return even - ((even * (TAG_MASK - even) >>> TAG_BITS) * 11 >>> 5);
    }

    /** Halves a full segment by the next bit of the spread tag, or makes room in the directory for doing so. */
    private void split(int at) {
        long full = directory[at];
        int depth = depth(full);
        int entries = directory.length >>> depth;
        if (entries == 1) {
            doubleDirectory();
            return;
        }
        int first = at / entries * entries;
        addSegment(first, first + entries / 2, depth + 1);
        addSegment(first + entries / 2, first + entries, depth + 1);
        for (int slot = 0; slot <= slotMask; slot++) {
            long word = word(full, slot);
            if (word != 0) {
                place(segment(tag(word)), word);
            }
        }
        blocks.give(full);
    }

    private void addSegment(int from, int to, int depth) {
        long segment = blocks.takeZeroed();
        putInt(depthAt(segment), depth);
        Arrays.fill(directory, from, to, segment);
    }

    private void doubleDirectory() {
        long[] doubled = new long[directory.length * 2];
        for (int i = 0; i < doubled.length; i++) {
            doubled[i] = directory[i / 2];
        }
        directory = doubled;
        directoryShift--;
    }

    private void place(long segment, long word) {
        int from = tag(word) & -LINE_SLOTS;
        int taken = taken(slotAt(segment, from));
        while (taken == LINE_SLOTS) {
            from += LINE_SLOTS;
            taken = taken(slotAt(segment, from));
        }
        put(segment, from + taken, word);
        putInt(sizeAt(segment), size(segment) + 1);
    }

    /** The slots of a line that have this tag, as bits, the lowest for the first slot; for tag 0 the empty ones, too. */
    static int alike(long line, int tag) {
        long alike = 0;
        for (int i = 0; i < LINE_SLOTS; i++) {
            long difference = inLine(line, i) >>> TAG_BITS ^ tag & TAG_MASK;
            alike |= difference - 1 >>> SIGN << i;
        }
        return (int) alike;
    }

    /** Whether a search for what isn't there ends here. */
    private static boolean hasRoom(long line) {
        return inLine(line, LINE_SLOTS - 1) == 0;
    }

    /** How many slots of a line are taken: the first ones. */
    static int taken(long line) {
        long taken = 0;
        for (int i = 0; i < LINE_SLOTS; i++) {
            long word = inLine(line, i);
            taken += (word | -word) >>> SIGN;
        }
        return (int) taken;
    }

    /** What is in the first of these slots of a line. */
    static long firstOf(long line, int bits) {
        return inLine(line, Integer.numberOfTrailingZeros(bits));
    }

    private static long inLine(long line, int slot) {
        return getLong(line + ((long) slot << SLOT_SHIFT));
    }

    private long word(long segment, int slot) {
        return getLong(slotAt(segment, slot));
    }

    private void put(long segment, int slot, long word) {
        putLong(slotAt(segment, slot), word);
    }

    private long slotAt(long segment, int slot) {
        return segment + ((long) (slot & slotMask) << SLOT_SHIFT);
    }

    /** Behind its slots a segment says how many of them are taken, and how many bits of the spread tag it stands for. */
    private long sizeAt(long segment) {
        return segment + ((slotMask + 1L) << SLOT_SHIFT);
    }

    private long depthAt(long segment) {
        return sizeAt(segment) + Integer.BYTES;
    }

    private int size(long segment) {
        return getInt(sizeAt(segment));
    }

    private int depth(long segment) {
        return getInt(depthAt(segment));
    }

    private static int tag(long word) {
        return (int) (word >>> TAG_BITS);
    }

    private static int record(long word) {
        return (int) word - 1;
    }

    /**
     * Addresses that will be needed soon, collected first and then touched in one short loop. The processor looks only some
     * two hundred instructions ahead: in a loop of loads it waits for a dozen answers of the memory at once; with the work
     * of finding the addresses in between, for two or three. One thread.
     */
    public static final class CacheLines {
        /** Bytes that come into the cache together. */
        public static final int BYTES = 64;

        private final long[] addresses;
        private int count;
        private long sum;

        /** None yet; at most this many at a time. */
        public CacheLines(int most) {
            addresses = new long[most];
        }

        /** Remembers an address; eight bytes from there on must be readable. */
        public void add(long address) {
            addresses[count++] = address;
        }

        /** Remembers every line of a range that starts on one. */
        public void add(long address, int bytes) {
            for (int line = 0; line < bytes; line += BYTES) {
                addresses[count++] = address + line;
            }
        }

        /** Brings them all into the cache and forgets them. */
        public void touch() {
            long touched = 0;
            for (int i = 0; i < count; i++) {
                touched += UnsafeApi.getLong(addresses[i]);
            }
            count = 0;
            keep(touched);
        }

        /** Keeps what was read anywhere to be touched from being left out. */
        public void keep(long touched) {
            sum += touched;
        }
    }
}
