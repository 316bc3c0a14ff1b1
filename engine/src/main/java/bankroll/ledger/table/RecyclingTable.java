package bankroll.ledger.table;

import static org.agrona.UnsafeApi.getInt;
import static org.agrona.UnsafeApi.getLong;
import static org.agrona.UnsafeApi.putInt;
import static org.agrona.UnsafeApi.putLong;
import static org.agrona.UnsafeApi.setMemory;

/**
 * Records that come and go: found by their hash, cleared away when they are over, their places used again.
 *
 * <pre>
 *   0 hash (16)   16 u32 1 while in use   20 i32 next free record plus one   24 the owner's fields
 * </pre>
 *
 * One thread. Which place a record gets depends only on the entries applied so far, so replay gives the same one.
 */
final class RecyclingTable implements AutoCloseable {
    /** Where the owner's fields start. */
    static final int FIELDS = 24;

    /** How many places are looked at for clearing whenever one is added: more than one, so that it keeps up. */
    static final int SWEEP = 4;

    private final PagedTable records;
    private final HashIndex index;
    private final int recordBytes;
    private int free;
    private int used;
    private int cursor;

    RecyclingTable(int recordBytes, int segmentBits) {
        this.recordBytes = recordBytes;
        records = new PagedTable(recordBytes, 512);
        index = new HashIndex(records, segmentBits);
    }

    int find(long high, long low) {
        return index.find(high, low);
    }

    RecordLookup lookup() {
        return index;
    }

    int add(long high, long low) {
        int record = free == 0 ? records.append() : takeFree();
        long at = records.own(record);
        setMemory(at, recordBytes, (byte) 0);
        putLong(at, high);
        putLong(at + 8, low);
        putInt(at + 16, 1);
        index.insert(high, record);
        used++;
        return record;
    }

    void remove(int record) {
        long at = records.own(record);
        index.remove(getLong(at), record);
        putInt(at + 16, 0);
        putInt(at + 20, free);
        free = record + 1;
        used--;
    }

    boolean isUsed(int record) {
        return getInt(at(record) + 16) != 0;
    }

    /** The next place to look at for clearing, or -1 when there is none. */
    int sweep() {
        if (records.size() == 0) {
            return -1;
        }
        cursor = cursor + 1 >= records.size() ? 0 : cursor + 1;
        return isUsed(cursor) ? cursor : -1;
    }

    long at(int record) {
        return records.at(record);
    }

    long own(int record) {
        return records.own(record);
    }

    int used() {
        return used;
    }

    long memoryBytes() {
        return records.memoryBytes() + index.memoryBytes();
    }

    StatePart freeze() {
        StatePart content = records.freeze();
        long frozenFree = free;
        long frozenCursor = cursor;
        return visitor -> {
            content.visit(visitor);
            visitor.number(frozenFree);
            visitor.number(frozenCursor);
        };
    }

    void release() {
        records.release();
    }

    void load(StateSource source) {
        records.load(source);
        free = (int) source.number();
        cursor = (int) source.number();
    }

    void index() {
        for (int record = 0; record < records.size(); record++) {
            if (isUsed(record)) {
                index.insert(getLong(at(record)), record);
                used++;
            }
        }
    }

    @Override
    public void close() {
        index.close();
        records.close();
    }

    private int takeFree() {
        int record = free - 1;
        free = getInt(at(record) + 20);
        return record;
    }
}
