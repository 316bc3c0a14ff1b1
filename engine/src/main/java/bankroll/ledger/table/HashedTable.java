package bankroll.ledger.table;

import static org.agrona.UnsafeApi.getLong;
import static org.agrona.UnsafeApi.putLong;

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
}
