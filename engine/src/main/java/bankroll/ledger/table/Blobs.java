package bankroll.ledger.table;

import bankroll.ledger.table.FrozenState.StateSource;
import bankroll.ledger.table.FrozenState.StateVisitor;
import java.util.function.Consumer;
import org.agrona.DirectBuffer;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Byte strings of up to {@value #MAX_BYTES} bytes: profiles and reasons. Places are powers of two and used again.
 *
 * <p>A reference is the number of a 32-byte unit plus one; zero is none. One thread.
 */
public final class Blobs extends PagedTable {
    /** Most bytes of one blob. */
    public static final int MAX_BYTES = (32 << 9) - 4;

    private static final int UNIT = 32;
    private static final int LENGTH_BYTES = 4;
    private static final int NEXT_FREE = 4;
    private static final int CLASSES = 10;
    private static final int UNITS_PER_PAGE = 4096;

    private final UnsafeBuffer view = new UnsafeBuffer(0, 0);
    private final int[] free = new int[CLASSES];

    Blobs() {
        super(UNIT, UNITS_PER_PAGE);
    }

    /** Stores a copy and tells its reference. */
    public int put(DirectBuffer bytes, int offset, int length) {
        int sizeClass = sizeClass(length);
        int unit = free[sizeClass] == 0 ? appendUnits(1 << sizeClass) : takeFree(sizeClass);
        view.wrap(own(unit), length + LENGTH_BYTES);
        view.putInt(0, length);
        view.putBytes(LENGTH_BYTES, bytes, offset, length);
        return unit + 1;
    }

    /** Gives the place of a blob back; zero is allowed. */
    public void remove(int reference) {
        if (reference != 0) {
            int unit = reference - 1;
            int sizeClass = sizeClass(length(reference));
            UnsafeApi.putInt(own(unit) + NEXT_FREE, free[sizeClass]);
            free[sizeClass] = reference;
        }
    }

    /** A blob's bytes, to be read from 0 before the next call. */
    public DirectBuffer content(int reference) {
        view.wrap(at(reference - 1) + LENGTH_BYTES, length(reference));
        return view;
    }

    @Override
    Consumer<StateVisitor> freeze() {
        Consumer<StateVisitor> content = super.freeze();
        int[] frozenFree = free.clone();
        return visitor -> {
            content.accept(visitor);
            for (int reference : frozenFree) {
                visitor.number(reference);
            }
        };
    }

    @Override
    void load(StateSource source) {
        super.load(source);
        for (int i = 0; i < CLASSES; i++) {
            free[i] = (int) source.number();
        }
    }

    /** A blob doesn't reach over the end of a page: what is left there stays unused. */
    private int appendUnits(int count) {
        int left = UNITS_PER_PAGE - size() % UNITS_PER_PAGE;
        for (int skip = left < count ? left : 0; skip > 0; skip--) {
            append();
        }
        int first = append();
        for (int i = 1; i < count; i++) {
            append();
        }
        return first;
    }

    private int length(int reference) {
        return UnsafeApi.getInt(at(reference - 1));
    }

    private int takeFree(int sizeClass) {
        int unit = free[sizeClass] - 1;
        free[sizeClass] = UnsafeApi.getInt(at(unit) + NEXT_FREE);
        return unit;
    }

    private static int sizeClass(int length) {
        if (length > MAX_BYTES) {
            throw new IllegalArgumentException("a blob has at most " + MAX_BYTES + " bytes, not " + length);
        }
        int unitsNeeded = (length + LENGTH_BYTES + UNIT - 1) / UNIT;
        return unitsNeeded <= 1 ? 0 : 32 - Integer.numberOfLeadingZeros(unitsNeeded - 1);
    }
}
