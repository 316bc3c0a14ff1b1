package bankroll.protocol;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * What was decided for one item, {@value #BYTES} bytes, little endian. It is both the recorded half of an entry and the
 * answer that the gateway encodes.
 *
 * <pre>
 *   0 u16: 5 bits outcome, 3 effect, 4 anomaly, 4 flags   2 u48 time in ms: of the first booking, on re-sends
 *   8 u64 amount that moved   16 u64 balance after
 * </pre>
 */
public final class OutcomeRecord {
    /** Bytes of a record. */
    public static final int BYTES = 24;

    /** Bits of a {@link #kind(long)}. */
    public static final int KIND_BITS = 12;

    private static final int AMOUNT = 8;
    private static final int BALANCE = 16;
    private static final int OUTCOME = (1 << 5) - 1;
    private static final int EFFECT_SHIFT = 5;
    private static final int EFFECT = (1 << 3) - 1;
    private static final int ANOMALY_SHIFT = 8;
    private static final int ANOMALY = (1 << 4) - 1;
    private static final int HAS_BALANCE = 1 << 12;
    private static final int HAS_TIME = 1 << 13;
    private static final int TOUCHES_SESSION = 1 << 14;
    private static final int RECORDED = EFFECT << EFFECT_SHIFT | ANOMALY << ANOMALY_SHIFT | TOUCHES_SESSION;
    private static final int TIME_SHIFT = 16;
    private static final long TIME = -1L << TIME_SHIFT;

    private OutcomeRecord() {}

    /** A record: its head, the amount that moved, the balance after the item. */
    public static void put(MutableDirectBuffer target, int offset, long head, long amount, long balance) {
        target.putLong(offset, head);
        target.putLong(offset + AMOUNT, amount);
        target.putLong(offset + BALANCE, balance);
    }

    /** Starts a record: nothing moved, no balance, no time. */
    public static void start(MutableDirectBuffer target, int offset, Outcome outcome, Effect effect, Anomaly anomaly) {
        put(target, offset, kind(outcome, effect, anomaly), 0, 0);
    }

    /** Adds the balance after the item. */
    public static void balance(MutableDirectBuffer target, int offset, long balance) {
        target.putLong(offset, withBalance(head(target, offset)));
        target.putLong(offset + BALANCE, balance);
    }

    /** Adds the time of processing, or of an expiry where the command is about one; until the year 10889. */
    public static void time(MutableDirectBuffer target, int offset, long timeMs) {
        target.putLong(offset, withTime(head(target, offset), timeMs));
    }

    /** A head that says that there is a balance. */
    public static long withBalance(long head) {
        return head | HAS_BALANCE;
    }

    /** A head with a time. */
    public static long withTime(long head, long timeMs) {
        return head & ~TIME | timeMs << TIME_SHIFT | HAS_TIME;
    }

    /** A head that says that the item keeps its session alive. */
    public static long withSession(long head) {
        return head | TOUCHES_SESSION;
    }

    /** The head: all but amount and balance. Read as a whole: a long read behind a short written there would wait for it. */
    public static long head(DirectBuffer record, int offset) {
        return record.getLong(offset);
    }

    /** The answer. */
    public static Outcome outcome(long head) {
        return Outcome.of((int) head & OUTCOME);
    }

    /** The answer. */
    public static Outcome outcome(DirectBuffer record, int offset) {
        return outcome(head(record, offset));
    }

    /** What it does to the tables. */
    public static Effect effect(long head) {
        return Effect.of((int) head >> EFFECT_SHIFT & EFFECT);
    }

    /** What it does to the tables. */
    public static Effect effect(DirectBuffer record, int offset) {
        return effect(head(record, offset));
    }

    /** What an auditor should see. */
    public static Anomaly anomaly(long head) {
        return Anomaly.of((int) head >> ANOMALY_SHIFT & ANOMALY);
    }

    /** What an auditor should see. */
    public static Anomaly anomaly(DirectBuffer record, int offset) {
        return anomaly(head(record, offset));
    }

    /** Outcome, effect and anomaly as one number, whether they have a meaning or not. */
    public static int kind(long head) {
        return (int) head & (1 << KIND_BITS) - 1;
    }

    /** The number of these three. */
    public static int kind(Outcome outcome, Effect effect, Anomaly anomaly) {
        return outcome.code() | effect.code() << EFFECT_SHIFT | anomaly.code() << ANOMALY_SHIFT;
    }

    /** Whether the item must be journaled: it changes a table, keeps a session alive or is an anomaly. */
    public static boolean isRecorded(long head) {
        return (head & RECORDED) != 0;
    }

    /** Whether a balance means something. */
    public static boolean hasBalance(long head) {
        return (head & HAS_BALANCE) != 0;
    }

    /** Whether {@link #balance(DirectBuffer, int)} means something. */
    public static boolean hasBalance(DirectBuffer record, int offset) {
        return hasBalance(head(record, offset));
    }

    /** Whether a time means something. */
    public static boolean hasTime(long head) {
        return (head & HAS_TIME) != 0;
    }

    /** Whether {@link #timeMs(DirectBuffer, int)} means something. */
    public static boolean hasTime(DirectBuffer record, int offset) {
        return hasTime(head(record, offset));
    }

    /** Whether the item keeps its session alive. */
    public static boolean touchesSession(long head) {
        return (head & TOUCHES_SESSION) != 0;
    }

    /** The amount that moved, unsigned. */
    public static long amount(DirectBuffer record, int offset) {
        return record.getLong(offset + AMOUNT);
    }

    /** The balance after the item, unsigned. */
    public static long balance(DirectBuffer record, int offset) {
        return record.getLong(offset + BALANCE);
    }

    /** The time in milliseconds since the epoch. */
    public static long timeMs(long head) {
        return head >>> TIME_SHIFT;
    }

    /** The time in milliseconds since the epoch. */
    public static long timeMs(DirectBuffer record, int offset) {
        return timeMs(head(record, offset));
    }
}
