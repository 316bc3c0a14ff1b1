package bankroll.ledger.table;

import java.util.Arrays;
import org.agrona.UnsafeApi;

/**
 * Blocks of one size off the heap, cut from slabs that double up to {@value #MOST_SLAB_BYTES} bytes and ask for
 * {@link HugePages}. A block that is given back is used again; the system gets its memory back at {@link #close}.
 * Blocks start on cache lines. One thread.
 */
final class Blocks implements AutoCloseable {
    private static final int LINE = 64;
    private static final int MOST_SLAB_BYTES = 32 << 20;

    private final int blockBytes;
    private long[] slabs = new long[4];
    private int slabCount;
    private long[] free = new long[8];
    private int freeCount;
    private long next;
    private long end;
    private long cut;

    /** No block yet; {@code blockBytes} is a multiple of 8. */
    Blocks(int blockBytes) {
        this.blockBytes = blockBytes;
    }

    /** The address of a block of zeros. */
    long takeZeroed() {
        long block = take();
        UnsafeApi.setMemory(block, blockBytes, (byte) 0);
        return block;
    }

    /** The address of a copy of a block. */
    long takeCopy(long original) {
        long block = take();
        UnsafeApi.copyMemory(original, block, blockBytes);
        return block;
    }

    /** Gives a block back. */
    void give(long block) {
        if (freeCount == free.length) {
            free = Arrays.copyOf(free, freeCount * 2);
        }
        free[freeCount++] = block;
    }

    /** Bytes of all blocks taken, those given back too. */
    long memoryBytes() {
        return cut;
    }

    @Override
    public void close() {
        for (int slab = 0; slab < slabCount; slab++) {
            UnsafeApi.freeMemory(slabs[slab]);
        }
        slabCount = 0;
        freeCount = 0;
        next = 0;
        end = 0;
    }

    private long take() {
        if (freeCount > 0) {
            return free[--freeCount];
        }
        if (next == end) {
            addSlab();
        }
        long block = next;
        next += stride();
        cut += stride();
        return block;
    }

    private void addSlab() {
        long blocks = Math.max(1, Math.min(MOST_SLAB_BYTES, cut) / stride());
        long bytes = blocks * stride();
        boolean huge = bytes >= HugePages.BYTES;
        int alignment = huge ? HugePages.BYTES : LINE;
        if (slabCount == slabs.length) {
            slabs = Arrays.copyOf(slabs, slabCount * 2);
        }
        slabs[slabCount] = UnsafeApi.allocateMemory(bytes + alignment);
        next = slabs[slabCount++] + alignment - 1 & -alignment;
        end = next + bytes;
        if (huge) {
            HugePages.advise(next, bytes);
        }
    }

    private long stride() {
        return blockBytes + LINE - 1 & -LINE;
    }
}
