package bankroll.cluster;

import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * What a leader that wants to hand over says in the log, behind an {@link Envelope}. Little endian.
 *
 * <pre>
 *   0 i32 the member that is to lead; -1: somebody will, prepare   4 i32 0   8 i64 the leader's term
 * </pre>
 *
 * @param member that is to lead; -1 while that isn't decided
 * @param term in which it was said: in any other one it is void
 */
record HandOverOrder(int member, long term) {
    static final int BYTES = 16;

    /** To all: open your ways to the others, somebody will be told to lead. */
    static final int NOBODY_YET = -1;

    private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;
    private static final int ZERO_OFFSET = 4;
    private static final int TERM_OFFSET = 8;

    boolean isPreparation() {
        return member == NOBODY_YET;
    }

    void put(MutableDirectBuffer target) {
        target.putInt(0, member, ORDER);
        target.putInt(ZERO_OFFSET, 0, ORDER);
        target.putLong(TERM_OFFSET, term, ORDER);
    }

    static HandOverOrder get(DirectBuffer source, int offset) {
        return new HandOverOrder(source.getInt(offset, ORDER), source.getLong(offset + TERM_OFFSET, ORDER));
    }
}
