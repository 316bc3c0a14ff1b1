package bankroll.memory;

import bankroll.agent.AgentHost;
import bankroll.agent.Doorbell;
import bankroll.agent.FailurePolicy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import net.openhft.posix.PosixAPI;
import org.agrona.UnsafeApi;
import org.agrona.concurrent.Agent;

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
        if (ahead == null && nextSlabBytes() >= Slab.HUGE_PAGE) {
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

    /**
     * A large piece of memory, aligned for huge pages or else to a cache line. With huge pages a random access misses the cache
     * only, not the tables that translate addresses too; where they can't be had, everything works the same, slower (ADR 5).
     *
     * @param memory what was allocated, for {@link #free}
     * @param start the first aligned address
     * @param end behind the last byte
     */
    private record Slab(long memory, long start, long end) {
        /** Bytes of a huge page; for less memory none are asked for. */
        private static final int HUGE_PAGE = 2 << 20;

        /** The number of MADV_HUGEPAGE on Linux; the library has no name for it. */
        private static final int HUGE_PAGE_ADVICE = 14;

        private static final int SMALL_PAGE = 4096;

        private static boolean isRefused;

        /** Any size, at once. */
        static Slab of(long bytes) {
            boolean huge = bytes >= HUGE_PAGE;
            int alignment = huge ? HUGE_PAGE : LINE;
            long wholePages = bytes + alignment - 1 & -alignment;
            long memory = UnsafeApi.allocateMemory(wholePages + alignment);
            long start = memory + alignment - 1 & -alignment;
            if (huge) {
                advise(start, wholePages);
            }
            return new Slab(memory, start, start + bytes);
        }

        /**
         * One that is made ahead of time by an agent of its own, and every page of it touched: the system clears memory when
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
                    Maker.BEGUN::make);
        }

        void free() {
            UnsafeApi.freeMemory(memory);
        }

        /** Asks for huge pages; one refusal, as from a system that isn't Linux, ends the asking. */
        private static synchronized void advise(long address, long length) {
            if (isRefused || !System.getProperty("os.name").startsWith("Linux")) {
                return;
            }
            try {
                isRefused = PosixAPI.posix().madvise(address, length, HUGE_PAGE_ADVICE) != 0;
            } catch (RuntimeException | LinkageError e) {
                isRefused = true;
            }
        }
    }

    /** Makes slabs ahead, as an agent. It is begun with the first of them, which in a small ledger never comes. */
    private static final class Maker implements Agent {
        private static final Maker BEGUN = new Maker();

        private final Queue<Runnable> wanted = new ConcurrentLinkedQueue<>();
        private final Doorbell doorbell = Doorbell.every(TimeUnit.HOURS.toMillis(1));

        private Maker() {
            // what making one throws is for the one who wants it
            AgentHost.THREADS.host(this, doorbell, FailurePolicy.goOn(failure -> {}));
        }

        void make(Runnable slab) {
            wanted.add(slab);
            doorbell.ring();
        }

        @Override
        public int doWork() {
            Runnable slab = wanted.poll();
            if (slab == null) {
                return 0;
            }
            slab.run();
            return 1;
        }

        @Override
        public String roleName() {
            return "bankroll-memory";
        }
    }
}
