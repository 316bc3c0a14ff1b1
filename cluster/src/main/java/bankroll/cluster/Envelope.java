package bankroll.cluster;

import bankroll.engine.LogMark;
import bankroll.journal.Frame;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * What stands before each of the engine's messages in Aeron's log, and before an order of the node that leads. Little endian.
 *
 * <pre>
 *   0 u16 version = 1   2 u16 kind: 0 the engine's message, 1 an order, 2 a part of a longer message
 *   4 i32 CRC of the entry that the sender's log began behind   8 i64 sequence of that entry
 *  16 i64 the sender's time when it offered the message, milliseconds since the epoch
 *  24 of a part only: i32 length of the whole message   28 i32 where in it the part begins
 * </pre>
 *
 * <p>The time is not the one that Aeron stamps: Aeron's clock runs its elections, and must not stand still when a wall
 * clock steps back.
 */
final class Envelope {
    static final int BYTES = 24;

    /** The same, of a part. */
    static final int PART_BYTES = 32;

    /** What follows is the engine's. */
    static final int MESSAGE = 0;

    /** What follows says who is to lead next ({@link HandOverOrder}), or that a mark is made here ({@link MarkOrder}). */
    static final int ORDER = 1;

    /** What follows is some of a message that is longer than the log takes. */
    static final int PART = 2;

    /** The longest message: a bit more than the longest frame, which holds its command and what came of it. */
    static final int MOST_BYTES = Frame.MAX_LENGTH + (64 << 10);

    private static final int VERSION = 1;
    private static final int KIND_SHIFT = 16;
    private static final int VERSION_MASK = 0xffff;
    private static final ByteOrder BYTE_ORDER = ByteOrder.LITTLE_ENDIAN;
    private static final int CRC_OFFSET = 4;
    private static final int SEQUENCE_OFFSET = 8;
    private static final int TIME_OFFSET = 16;
    private static final int WHOLE_OFFSET = 24;
    private static final int BEGIN_OFFSET = 28;

    private Envelope() {}

    static void put(MutableDirectBuffer target, int kind, LogMark began, long timeMs) {
        target.putInt(0, VERSION | kind << KIND_SHIFT, BYTE_ORDER);
        target.putInt(CRC_OFFSET, began.crc(), BYTE_ORDER);
        target.putLong(SEQUENCE_OFFSET, began.sequence(), BYTE_ORDER);
        target.putLong(TIME_OFFSET, timeMs, BYTE_ORDER);
    }

    static void putPart(MutableDirectBuffer target, LogMark began, long timeMs, int whole, int begin) {
        put(target, PART, began, timeMs);
        target.putInt(WHOLE_OFFSET, whole, BYTE_ORDER);
        target.putInt(BEGIN_OFFSET, begin, BYTE_ORDER);
    }

    static boolean isKnown(DirectBuffer source, int offset, int length) {
        return length >= BYTES
                && (source.getInt(offset, BYTE_ORDER) & VERSION_MASK) == VERSION
                && kind(source, offset) <= PART
                && (kind(source, offset) != PART || length > PART_BYTES);
    }

    static int kind(DirectBuffer source, int offset) {
        return source.getInt(offset, BYTE_ORDER) >>> KIND_SHIFT;
    }

    static boolean hasBegun(DirectBuffer source, int offset, LogMark began) {
        return source.getLong(offset + SEQUENCE_OFFSET, BYTE_ORDER) == began.sequence()
                && source.getInt(offset + CRC_OFFSET, BYTE_ORDER) == began.crc();
    }

    static long sequence(DirectBuffer source, int offset) {
        return source.getLong(offset + SEQUENCE_OFFSET, BYTE_ORDER);
    }

    static long timeMs(DirectBuffer source, int offset) {
        return source.getLong(offset + TIME_OFFSET, BYTE_ORDER);
    }

    /** Length of the message that a part is of. */
    static int whole(DirectBuffer source, int offset) {
        return source.getInt(offset + WHOLE_OFFSET, BYTE_ORDER);
    }

    /** Where in the message a part begins. */
    static int begin(DirectBuffer source, int offset) {
        return source.getInt(offset + BEGIN_OFFSET, BYTE_ORDER);
    }

    /**
     * What a leader that wants to hand over says in the log, behind an {@link Envelope}. Little endian.
     *
     * <pre>
     *   0 i32 the member that is to lead; -1: somebody will, prepare   4 i32 0: no mark's   8 i64 the leader's term
     * </pre>
     *
     * @param member that is to lead; -1 while that isn't decided
     * @param term in which it was said: in any other one it is void
     */
    record HandOverOrder(int member, long term) {
        static final int BYTES = 16;

        /** To all: open your ways to the others, somebody will be told to lead. */
        static final int NOBODY_YET = -1;

        private static final int MARK_OFFSET = 4;
        private static final int TERM_OFFSET = 8;

        boolean isPreparation() {
            return member == NOBODY_YET;
        }

        void put(MutableDirectBuffer target) {
            target.putInt(0, member, BYTE_ORDER);
            target.putInt(MARK_OFFSET, 0, BYTE_ORDER);
            target.putLong(TERM_OFFSET, term, BYTE_ORDER);
        }

        static HandOverOrder get(DirectBuffer source, int offset) {
            return new HandOverOrder(
                    source.getInt(offset, BYTE_ORDER), source.getLong(offset + TERM_OFFSET, BYTE_ORDER));
        }
    }

    /**
     * What a leader that wants a mark says in the log, behind an {@link Envelope}: each node makes one of what is before. Little
     * endian. A build that doesn't know it takes it for a {@link HandOverOrder} of a term that never is.
     *
     * <pre>
     *   0 i32 -1   4 i32 1   8 i64 the lowest number
     * </pre>
     */
    static final class MarkOrder {
        private static final int MARKS = 1;
        private static final HandOverOrder VOID = new HandOverOrder(HandOverOrder.NOBODY_YET, Long.MIN_VALUE);

        private MarkOrder() {}

        static void put(MutableDirectBuffer target) {
            VOID.put(target);
            target.putInt(HandOverOrder.MARK_OFFSET, MARKS, BYTE_ORDER);
        }

        static boolean is(DirectBuffer source, int offset) {
            return source.getInt(offset + HandOverOrder.MARK_OFFSET, BYTE_ORDER) == MARKS;
        }
    }
}
