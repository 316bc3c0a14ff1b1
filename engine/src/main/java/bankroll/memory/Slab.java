package bankroll.memory;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import org.agrona.UnsafeApi;

/**
 * A large piece of memory off the heap, aligned for {@link HugePages} or else to a cache line.
 *
 * @param memory what was allocated, for {@link #free}
 * @param start the first aligned address
 * @param end behind the last byte
 */
record Slab(long memory, long start, long end) {
    private static final int LINE = 64;
    private static final int SMALL_PAGE = 4096;

    /** Any size, at once. */
    static Slab of(long bytes) {
        boolean huge = bytes >= HugePages.BYTES;
        int alignment = huge ? HugePages.BYTES : LINE;
        long wholePages = bytes + alignment - 1 & -alignment;
        long memory = UnsafeApi.allocateMemory(wholePages + alignment);
        long start = memory + alignment - 1 & -alignment;
        if (huge) {
            HugePages.advise(start, wholePages);
        }
        return new Slab(memory, start, start + bytes);
    }

    /**
     * One that is made ahead of time by a thread of its own, and every page of it touched: the system clears memory when
     * it is first touched, which the writer shouldn't wait for.
     */
    static CompletableFuture<Slab> ahead(long bytes) {
        return CompletableFuture.supplyAsync(
                () -> {
                    Slab slab = of(bytes);
                    for (long page = slab.start; page < slab.end; page += SMALL_PAGE) {
                        UnsafeApi.putByte(page, (byte) 0);
                    }
                    return slab;
                },
                Maker.THREAD);
    }

    void free() {
        UnsafeApi.freeMemory(memory);
    }

    /** Started when the first slab is made ahead, which in a small ledger never happens. */
    private static final class Maker {
        private static final Executor THREAD = Executors.newSingleThreadExecutor(task -> {
            Thread thread = new Thread(task, "bankroll-memory");
            thread.setDaemon(true);
            return thread;
        });
    }
}
