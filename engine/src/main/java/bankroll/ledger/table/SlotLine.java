package bankroll.ledger.table;

import static org.agrona.UnsafeApi.getLong;

import bankroll.memory.CacheLines;

/**
 * A cache line of an index: eight slots of 8 bytes, the tag in the upper half; 0 is an empty slot. All of them are
 * compared, without branches: which slot it will be can't be predicted, and a wrong guess costs the processor more.
 * Answers are bits, the lowest for the first slot.
 */
final class SlotLine {
    static final int SLOT_SHIFT = 3;
    static final int SLOTS = CacheLines.BYTES >> SLOT_SHIFT;
    static final int TAG_BITS = 32;
    static final long TAG_MASK = 0xffffffffL;

    private static final int SIGN = Long.SIZE - 1;

    private SlotLine() {}

    /** The slots that have this tag; for tag 0 the empty ones, too. */
    static int alike(long line, int tag) {
        long alike = 0;
        for (int i = 0; i < SLOTS; i++) {
            long difference = word(line, i) >>> TAG_BITS ^ tag & TAG_MASK;
            alike |= difference - 1 >>> SIGN << i;
        }
        return (int) alike;
    }

    /** The slots that are empty. */
    static int empty(long line) {
        long empty = 0;
        for (int i = 0; i < SLOTS; i++) {
            long word = word(line, i);
            empty |= (word - 1 & ~word) >>> SIGN << i;
        }
        return (int) empty;
    }

    /** What is in the first of these slots. */
    static long firstOf(long line, int bits) {
        return word(line, Integer.numberOfTrailingZeros(bits));
    }

    private static long word(long line, int slot) {
        return getLong(line + ((long) slot << SLOT_SHIFT));
    }
}
