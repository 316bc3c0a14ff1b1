package bankroll.protocol;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * What was decided for one item, {@value #BYTES} bytes, little endian. It is both the recorded half of an entry and the
 * answer that the gateway encodes.
 *
 * <pre>
 *   0 u8 outcome   1 u8 effect   2 u8 anomaly   3 u8 flags   4 u32 zero
 *   8 u64 amount that moved   16 u64 balance after   24 i64 time in ms: of the first booking, on re-sends
 * </pre>
 */
public final class OutcomeRecord {
    /** Bytes of a record. */
    public static final int BYTES = 32;

    private static final int HAS_BALANCE = 1;
    private static final int HAS_TIME = 2;
    private static final int TOUCHES_SESSION = 4;

    private OutcomeRecord() {}

    /** Starts a record: nothing moved, no balance, no time. */
    public static void start(MutableDirectBuffer target, int offset, Outcome outcome, Effect effect, Anomaly anomaly) {
        target.putLong(offset, outcome.code() | effect.code() << 8 | anomaly.code() << 16);
        target.putLong(offset + 8, 0);
        target.putLong(offset + 16, 0);
        target.putLong(offset + 24, 0);
    }

    /** Adds the balance after the item. */
    public static void balance(MutableDirectBuffer target, int offset, long balance) {
        flag(target, offset, HAS_BALANCE);
        target.putLong(offset + 16, balance);
    }

    /** Adds the time of processing, or of an expiry where the command is about one. */
    public static void time(MutableDirectBuffer target, int offset, long timeMs) {
        flag(target, offset, HAS_TIME);
        target.putLong(offset + 24, timeMs);
    }

    /** Adds the amount that moved. */
    public static void amount(MutableDirectBuffer target, int offset, long amount) {
        target.putLong(offset + 8, amount);
    }

    /** Says that the item keeps its session alive (decisions §3). */
    public static void touchSession(MutableDirectBuffer target, int offset) {
        flag(target, offset, TOUCHES_SESSION);
    }

    /** The answer. */
    public static Outcome outcome(DirectBuffer record, int offset) {
        return Outcome.of(record.getByte(offset));
    }

    /** What it does to the tables. */
    public static Effect effect(DirectBuffer record, int offset) {
        return Effect.of(record.getByte(offset + 1));
    }

    /** What an auditor should see. */
    public static Anomaly anomaly(DirectBuffer record, int offset) {
        return Anomaly.of(record.getByte(offset + 2));
    }

    /** Whether the item must be journaled: it changes a table, keeps a session alive or is an anomaly. */
    public static boolean isRecorded(DirectBuffer record, int offset) {
        return record.getByte(offset + 1) != 0 || record.getByte(offset + 2) != 0 || touchesSession(record, offset);
    }

    /** Whether {@link #balance(DirectBuffer, int)} means something. */
    public static boolean hasBalance(DirectBuffer record, int offset) {
        return (record.getByte(offset + 3) & HAS_BALANCE) != 0;
    }

    /** Whether {@link #timeMs} means something. */
    public static boolean hasTime(DirectBuffer record, int offset) {
        return (record.getByte(offset + 3) & HAS_TIME) != 0;
    }

    /** Whether the item keeps its session alive. */
    public static boolean touchesSession(DirectBuffer record, int offset) {
        return (record.getByte(offset + 3) & TOUCHES_SESSION) != 0;
    }

    /** The amount that moved, unsigned. */
    public static long amount(DirectBuffer record, int offset) {
        return record.getLong(offset + 8);
    }

    /** The balance after the item, unsigned. */
    public static long balance(DirectBuffer record, int offset) {
        return record.getLong(offset + 16);
    }

    /** The time in milliseconds since the epoch. */
    public static long timeMs(DirectBuffer record, int offset) {
        return record.getLong(offset + 24);
    }

    private static void flag(MutableDirectBuffer target, int offset, int flag) {
        target.putByte(offset + 3, (byte) (target.getByte(offset + 3) | flag));
    }
}
