package bankroll.ledger.table;

import bankroll.protocol.LimitRecord;
import org.agrona.DirectBuffer;

/** The limits of those players who have any: one {@link LimitRecord} set each (decisions §11). */
public final class LimitSets implements AutoCloseable {
    private final PagedTable records = new PagedTable(LimitRecord.SET_BYTES, 256);

    LimitSets() {}

    /** Adds an empty set and tells its number. */
    public int add() {
        return records.append();
    }

    /** The page of a set; read it with {@link LimitRecord}. */
    public DirectBuffer page(int set) {
        return records.page(set);
    }

    /** Where a set starts in its page. */
    public int offset(int set) {
        return records.offset(set);
    }

    /** Replaces a set by a decided one. */
    public void set(int set, DirectBuffer decided, int offset) {
        records.own(set).putBytes(records.offset(set), decided, offset, LimitRecord.SET_BYTES);
    }

    long memoryBytes() {
        return records.memoryBytes();
    }

    StatePart freeze() {
        return records.freeze();
    }

    void release() {
        records.release();
    }

    void load(StateSource source) {
        records.load(source);
    }

    @Override
    public void close() {
        records.close();
    }
}
