package bankroll.ledger.table;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Byte strings of up to {@value #MAX_BYTES} bytes: profiles and reasons. Places are powers of two and used again.
 *
 * <p>A reference is the number of a 32-byte unit plus one; zero is none. One thread.
 */
public final class Blobs implements AutoCloseable {
    /** Most bytes of one blob. */
    public static final int MAX_BYTES = (32 << 9) - 4;

    private static final int UNIT = 32;
    private static final int CLASSES = 10;
    private static final int UNITS_PER_PAGE = 4096;

    private final PagedTable units = new PagedTable(UNIT, UNITS_PER_PAGE);
    private final int[] free = new int[CLASSES];

    /** Stores a copy and tells its reference. */
    public int put(DirectBuffer bytes, int offset, int length) {
        int sizeClass = sizeClass(length);
        int unit = free[sizeClass] == 0 ? appendUnits(1 << sizeClass) : takeFree(sizeClass);
        UnsafeBuffer page = units.own(unit);
        int at = units.offset(unit);
        page.putInt(at, length);
        page.putBytes(at + 4, bytes, offset, length);
        return unit + 1;
    }

    /** Gives the place of a blob back; zero is allowed. */
    public void remove(int reference) {
        if (reference != 0) {
            int unit = reference - 1;
            int sizeClass = sizeClass(length(reference));
            units.own(unit).putInt(units.offset(unit) + 4, free[sizeClass]);
            free[sizeClass] = reference;
        }
    }

    /** The page that holds a blob. */
    public DirectBuffer page(int reference) {
        return units.page(reference - 1);
    }

    /** Where the blob's bytes start in its page. */
    public int offset(int reference) {
        return units.offset(reference - 1) + 4;
    }

    /** Bytes of the blob. */
    public int length(int reference) {
        return units.page(reference - 1).getInt(units.offset(reference - 1));
    }

    long memoryBytes() {
        return units.memoryBytes();
    }

    StatePart freeze() {
        StatePart content = units.freeze();
        int[] frozenFree = free.clone();
        return visitor -> {
            content.visit(visitor);
            for (int reference : frozenFree) {
                visitor.number(reference);
            }
        };
    }

    void release() {
        units.release();
    }

    void load(StateSource source) {
        units.load(source);
        for (int i = 0; i < CLASSES; i++) {
            free[i] = (int) source.number();
        }
    }

    @Override
    public void close() {
        units.close();
    }

    /** A blob doesn't reach over the end of a page: what is left there stays unused. */
    private int appendUnits(int count) {
        int left = UNITS_PER_PAGE - units.size() % UNITS_PER_PAGE;
        for (int skip = left < count ? left : 0; skip > 0; skip--) {
            units.append();
        }
        int first = units.append();
        for (int i = 1; i < count; i++) {
            units.append();
        }
        return first;
    }

    private int takeFree(int sizeClass) {
        int unit = free[sizeClass] - 1;
        free[sizeClass] = units.page(unit).getInt(units.offset(unit) + 4);
        return unit;
    }

    private static int sizeClass(int length) {
        if (length > MAX_BYTES) {
            throw new IllegalArgumentException("a blob has at most " + MAX_BYTES + " bytes, not " + length);
        }
        int unitsNeeded = (length + 4 + UNIT - 1) / UNIT;
        return unitsNeeded <= 1 ? 0 : 32 - Integer.numberOfLeadingZeros(unitsNeeded - 1);
    }
}
