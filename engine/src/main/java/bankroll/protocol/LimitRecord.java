package bankroll.protocol;

import bankroll.protocol.CommandHeader.CommandType;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * A player's seven limits as they stand: the state of the table, and what a {@link CommandType#LIMITS} entry records
 * behind its outcome. For each slot of {@link LimitSlot}, 32 bytes:
 *
 * <pre>
 *   0 u64 amount   8 u64 amount that waits   16 i64 when it takes effect   24 u32 flags   28 u32 zero
 * </pre>
 */
public final class LimitRecord {
    /** Bytes of all seven. */
    public static final int SET_BYTES = 32 * LimitSlot.COUNT;

    private static final int PENDING_AMOUNT = 8;
    private static final int EFFECTIVE_AT = 16;
    private static final int FLAGS = 24;
    private static final int BYTES = 32;
    private static final int SET = 1;
    private static final int RAISE_WAITS = 2;
    private static final int REMOVAL_WAITS = 4;

    private LimitRecord() {}

    /** Whether a limit is in force at a time. */
    public static boolean isInForce(DirectBuffer set, int offset, LimitSlot slot, long nowMs) {
        int flags = flags(set, offset, slot);
        boolean removed = (flags & REMOVAL_WAITS) != 0 && nowMs >= effectiveAtMs(set, offset, slot);
        return (flags & SET) != 0 && !removed;
    }

    /** The amount in force at a time, unsigned. */
    public static long amount(DirectBuffer set, int offset, LimitSlot slot, long nowMs) {
        boolean raised = (flags(set, offset, slot) & RAISE_WAITS) != 0 && nowMs >= effectiveAtMs(set, offset, slot);
        return set.getLong(at(offset, slot) + (raised ? PENDING_AMOUNT : 0));
    }

    /** Whether a raise or a removal waits at a time. */
    public static boolean isPending(DirectBuffer set, int offset, LimitSlot slot, long nowMs) {
        return (flags(set, offset, slot) & (RAISE_WAITS | REMOVAL_WAITS)) != 0
                && nowMs < effectiveAtMs(set, offset, slot);
    }

    /** Whether what waits is a removal. */
    public static boolean isRemovalPending(DirectBuffer set, int offset, LimitSlot slot) {
        return (flags(set, offset, slot) & REMOVAL_WAITS) != 0;
    }

    /** The raised amount that waits, unsigned. */
    public static long pendingAmount(DirectBuffer set, int offset, LimitSlot slot) {
        return set.getLong(at(offset, slot) + PENDING_AMOUNT);
    }

    /** When what waits takes effect; 0 when nothing does. */
    public static long effectiveAtMs(DirectBuffer set, int offset, LimitSlot slot) {
        return set.getLong(at(offset, slot) + EFFECTIVE_AT);
    }

    /** Puts a limit in force; nothing waits. */
    public static void put(MutableDirectBuffer set, int offset, LimitSlot slot, long amount) {
        set.setMemory(at(offset, slot), BYTES, (byte) 0);
        set.putLong(at(offset, slot), amount);
        set.putInt(at(offset, slot) + FLAGS, SET);
    }

    /** Takes a limit away; nothing waits. */
    public static void remove(MutableDirectBuffer set, int offset, LimitSlot slot) {
        set.setMemory(at(offset, slot), BYTES, (byte) 0);
    }

    /** Lets a raise wait. */
    public static void raiseLater(
            MutableDirectBuffer set, int offset, LimitSlot slot, long amount, long effectiveAtMs) {
        set.putLong(at(offset, slot) + PENDING_AMOUNT, amount);
        set.putLong(at(offset, slot) + EFFECTIVE_AT, effectiveAtMs);
        set.putInt(at(offset, slot) + FLAGS, SET | RAISE_WAITS);
    }

    /** Lets a removal wait. */
    public static void removeLater(MutableDirectBuffer set, int offset, LimitSlot slot, long effectiveAtMs) {
        set.putLong(at(offset, slot) + PENDING_AMOUNT, 0);
        set.putLong(at(offset, slot) + EFFECTIVE_AT, effectiveAtMs);
        set.putInt(at(offset, slot) + FLAGS, SET | REMOVAL_WAITS);
    }

    private static int flags(DirectBuffer set, int offset, LimitSlot slot) {
        return set.getInt(at(offset, slot) + FLAGS);
    }

    private static int at(int offset, LimitSlot slot) {
        return offset + slot.ordinal() * BYTES;
    }
}
