package bankroll.ledger.table;

import org.agrona.DirectBuffer;
import org.agrona.UnsafeApi;
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
    private final UnsafeBuffer view = new UnsafeBuffer(0, 0);
    private final int[] free = new int[CLASSES];

    /** Stores a copy and tells its reference. */
    public int put(DirectBuffer bytes, int offset, int length) {
        int sizeClass = sizeClass(length);
        int unit = free[sizeClass] == 0 ? appendUnits(1 << sizeClass) : takeFree(sizeClass);
        view.wrap(units.own(unit), length + 4);
        view.putInt(0, length);
        view.putBytes(4, bytes, offset, length);
        return unit + 1;
    }

    /** Gives the place of a blob back; zero is allowed. */
    public void remove(int reference) {
        if (reference != 0) {
            int unit = reference - 1;
            int sizeClass = sizeClass(length(reference));
            UnsafeApi.putInt(units.own(unit) + 4, free[sizeClass]);
            free[sizeClass] = reference;
        }
    }

    /** A blob's bytes, to be read from 0 before the next call. */
    public DirectBuffer content(int reference) {
        view.wrap(units.at(reference - 1) + 4, length(reference));
        return view;
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

    private int length(int reference) {
        return UnsafeApi.getInt(units.at(reference - 1));
    }

    private int takeFree(int sizeClass) {
        int unit = free[sizeClass] - 1;
        free[sizeClass] = UnsafeApi.getInt(units.at(unit) + 4);
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
