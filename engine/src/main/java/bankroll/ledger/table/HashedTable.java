package bankroll.ledger.table;

import static org.agrona.UnsafeApi.getInt;
import static org.agrona.UnsafeApi.getLong;
import static org.agrona.UnsafeApi.putInt;
import static org.agrona.UnsafeApi.putLong;
import static org.agrona.UnsafeApi.setMemory;

import bankroll.ledger.table.FrozenState.StateSource;
import bankroll.ledger.table.FrozenState.StateVisitor;
import java.util.function.Consumer;

/** Records that begin with the hash of what they are about, 16 bytes, and are found by it. One thread. */
abstract class HashedTable extends PagedTable {
    private final HashIndex index;

    HashedTable(int recordBytes, int recordsPerPage, int segmentBits) {
        super(recordBytes, recordsPerPage);
        index = new HashIndex(this, segmentBits);
    }

    /** The record with this hash, or -1. */
    public int find(long high, long low) {
        return index.find(high, low);
    }

    /** What finds many of them at a time. */
    public HashIndex lookup() {
        return index;
    }

    /** First half of the hash. */
    public final long high(int record) {
        return getLong(at(record));
    }

    /** Second half of the hash. */
    public final long low(int record) {
        return getLong(at(record) + Long.BYTES);
    }

    /** Puts the hash into a record of zeros, which is found by it from now on. */
    final void hash(int record, long high, long low) {
        long at = own(record);
        putLong(at, high);
        putLong(at + Long.BYTES, low);
        index.insert(high, record);
    }

    /** A record is found no more. */
    final void forget(int record) {
        index.remove(high(record), record);
    }

    /** Lets one record be found that has its hash. */
    final void findAgain(int record) {
        index.insert(high(record), record);
    }

    @Override
    public long memoryBytes() {
        return super.memoryBytes() + index.memoryBytes();
    }

    @Override
    void index() {
        index.insertAll();
    }

    @Override
    public void close() {
        index.close();
        super.close();
    }

    /**
     * Records that come and go: found by their hash, cleared away when they are over, their places used again.
     *
     * <pre>
     *   0 hash (16)   16 u32 1 while in use   20 i32 next free record plus one   24 the owner's fields
     * </pre>
     *
     * One thread. Which place a record gets depends only on the entries applied so far, so replay gives the same one.
     */
    abstract static class RecyclingTable extends HashedTable {
        /** Where the owner's fields start. */
        static final int FIELDS = 24;

        /** How many places are looked at for clearing whenever one is added: more than one, so that it keeps up. */
        static final int SWEEP = 4;

        private static final int IN_USE = 16;
        private static final int NEXT_FREE = 20;

        private int free;
        private int used;
        private int cursor;

        RecyclingTable(int recordBytes, int segmentBits) {
            super(recordBytes, 512, segmentBits);
        }

        /** How many are kept, those too that are over and not yet cleared away. */
        @Override
        public int size() {
            return used;
        }

        /** Takes a place, cleared but for the hash. */
        final int add(long high, long low) {
            int record = free == 0 ? append() : takeFree();
            long at = own(record);
            setMemory(at, recordBytes(), (byte) 0);
            putInt(at + IN_USE, 1);
            hash(record, high, low);
            used++;
            return record;
        }

        /** Gives a place back. */
        final void remove(int record) {
            long at = own(record);
            forget(record);
            putInt(at + IN_USE, 0);
            putInt(at + NEXT_FREE, free);
            free = record + 1;
            used--;
        }

        /** How many places there are, in use or free. */
        final int places() {
            return super.size();
        }

        final boolean isUsed(int record) {
            return getInt(at(record) + IN_USE) != 0;
        }

        /** The next place to look at for clearing, or -1 when there is none. */
        final int sweep() {
            int places = places();
            if (places == 0) {
                return -1;
            }
            cursor = cursor + 1 >= places ? 0 : cursor + 1;
            return isUsed(cursor) ? cursor : -1;
        }

        @Override
        Consumer<StateVisitor> freeze() {
            Consumer<StateVisitor> content = super.freeze();
            long frozenFree = free;
            long frozenCursor = cursor;
            return visitor -> {
                content.accept(visitor);
                visitor.number(frozenFree);
                visitor.number(frozenCursor);
            };
        }

        @Override
        void load(StateSource source) {
            super.load(source);
            free = (int) source.number();
            cursor = (int) source.number();
        }

        @Override
        void index() {
            for (int record = 0; record < places(); record++) {
                if (isUsed(record)) {
                    findAgain(record);
                    used++;
                }
            }
        }

        private int takeFree() {
            int record = free - 1;
            free = getInt(at(record) + NEXT_FREE);
            return record;
        }
    }
}
