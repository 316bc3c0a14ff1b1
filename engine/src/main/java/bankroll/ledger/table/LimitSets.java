package bankroll.ledger.table;

import bankroll.protocol.LimitRecord;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** The limits of those players who have any: one {@link LimitRecord} set each (decisions §11). */
public final class LimitSets implements AutoCloseable {
    private final PagedTable records = new PagedTable(LimitRecord.SET_BYTES, 256);
    private final UnsafeBuffer view = new UnsafeBuffer(0, 0);

    LimitSets() {}

    /** Adds an empty set and tells its number. */
    public int add() {
        return records.append();
    }

    /** A set, to be read with {@link LimitRecord} from 0 before the next call. */
    public DirectBuffer content(int set) {
        view.wrap(records.at(set), LimitRecord.SET_BYTES);
        return view;
    }

    /** Replaces a set by a decided one. */
    public void set(int set, DirectBuffer decided, int offset) {
        view.wrap(records.own(set), LimitRecord.SET_BYTES);
        view.putBytes(0, decided, offset, LimitRecord.SET_BYTES);
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
