package bankroll.memory;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.agrona.UnsafeApi;

/**
 * Blocks of one size off the heap, cut from slabs that double up to {@value #MOST_SLAB_BYTES} bytes. A block that is
 * given back is used again; the system gets its memory back at {@link #close}. Blocks start on cache lines. One thread.
 */
public final class Blocks implements AutoCloseable {
    private static final int LINE = 64;
    private static final int MOST_SLAB_BYTES = 8 << 20;

    private final int blockBytes;
    private final int stride;
    private final List<Slab> slabs = new ArrayList<>();
    private CompletableFuture<Slab> ahead;
    private long[] free = new long[8];
    private int freeCount;
    private long next;
    private long end;
    private long cut;
    private long room;

    /** No block yet; {@code blockBytes} is a multiple of 8. */
    public Blocks(int blockBytes) {
        this.blockBytes = blockBytes;
        stride = blockBytes + LINE - 1 & -LINE;
    }

    /** The address of a block with anything in it. */
    public long take() {
        if (freeCount > 0) {
            return free[--freeCount];
        }
        if (next == end) {
            addSlab();
        }
        long block = next;
        next += stride;
        cut += stride;
        return block;
    }

    /** The address of a block of zeros. */
    public long takeZeroed() {
        long block = take();
        UnsafeApi.setMemory(block, blockBytes, (byte) 0);
        return block;
    }

    /** The address of a copy of a block. */
    public long takeCopy(long original) {
        long block = take();
        UnsafeApi.copyMemory(original, block, blockBytes);
        return block;
    }

    /** Gives a block back. */
    public void give(long block) {
        if (freeCount == free.length) {
            free = Arrays.copyOf(free, freeCount * 2);
        }
        free[freeCount++] = block;
    }

    /** Bytes of all blocks taken, those given back too. */
    public long memoryBytes() {
        return cut;
    }

    @Override
    public void close() {
        slabs.forEach(Slab::free);
        slabs.clear();
        if (ahead != null) {
            ahead.thenAccept(Slab::free);
            ahead = null;
        }
        freeCount = 0;
        next = 0;
        end = 0;
    }

    private void addSlab() {
        Slab slab = nextSlab();
        slabs.add(slab);
        next = slab.start();
        end = slab.end();
        room += end - next;
        if (ahead == null && nextSlabBytes() >= HugePages.BYTES) {
            ahead = Slab.ahead(nextSlabBytes());
        }
    }

    /** Never waited for: while the one ahead is being made, this thread gets one of its own, a page at a time. */
    private Slab nextSlab() {
        if (ahead == null || !ahead.isDone()) {
            return Slab.of(nextSlabBytes());
        }
        Slab made = ahead.join();
        ahead = null;
        return made;
    }

    /** As much as there is already. */
    private long nextSlabBytes() {
        return Math.max(1, Math.min(MOST_SLAB_BYTES, room) / stride) * stride;
    }
}
