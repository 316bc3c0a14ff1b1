package bankroll.ledger.table;

import bankroll.protocol.LimitRecord;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** The limits of those players who have any: one {@link LimitRecord} set each (decisions §11). */
public final class LimitSets extends PagedTable {
    private final UnsafeBuffer view = new UnsafeBuffer(0, 0);

    LimitSets() {
        super(LimitRecord.SET_BYTES, 256);
    }

    /** Adds an empty set and tells its number. */
    public int add() {
        return append();
    }

    /** A set, to be read with {@link LimitRecord} from 0 before the next call. */
    public DirectBuffer content(int set) {
        view.wrap(at(set), LimitRecord.SET_BYTES);
        return view;
    }

    /** Replaces a set by a decided one. */
    public void set(int set, DirectBuffer decided, int offset) {
        view.wrap(own(set), LimitRecord.SET_BYTES);
        view.putBytes(0, decided, offset, LimitRecord.SET_BYTES);
    }
}
