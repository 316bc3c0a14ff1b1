package bankroll.tools.check;

import bankroll.tools.read.FrameHandler;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Hands copies of frames to other threads, in large chunks, so that work of several kinds runs on several cores. The first
 * thread waits when one of them is behind. Used by one thread; {@link #finish} waits for the others and reports what
 * went wrong there.
 *
 * <p>There are no more threads than processors: what is left over is done at once by the thread that hands over. More of
 * them would take turns with the one that all wait for, the heaviest.
 */
public final class Relay implements FrameHandler, AutoCloseable {
    private static final int CHUNK_BYTES = 1 << 20;
    private static final int CHUNKS = 6;
    private static final Chunk END = new Chunk(0);

    private final List<Lane> lanes = new ArrayList<>();
    private final FrameHandler atOnce;
    private final BlockingQueue<Chunk> empty = new ArrayBlockingQueue<>(CHUNKS);
    private Chunk filling;

    /** Starts a thread that feeds the handler. */
    public Relay(String name, FrameHandler handler) {
        this(Map.of(name, handler));
    }

    /** Feeds all handlers the same frames; the heaviest come first and have threads while there are processors. */
    Relay(Map<String, FrameHandler> handlers) {
        this(handlers, Math.max(1, Runtime.getRuntime().availableProcessors() - 1));
    }

    /** Starts at most so many threads. */
    Relay(Map<String, FrameHandler> handlers, int threads) {
        for (int i = 0; i < CHUNKS; i++) {
            empty.add(new Chunk(CHUNK_BYTES));
        }
        List<FrameHandler> rest = new ArrayList<>();
        handlers.forEach((name, handler) -> {
            if (lanes.size() < threads) {
                lanes.add(new Lane(name, handler));
            } else {
                rest.add(handler);
            }
        });
        atOnce = Steps.of(rest);
    }

    @Override
    public boolean onFrame(DirectBuffer buffer, int offset, int length) {
        if (!lanes.isEmpty()) {
            copy(buffer, offset, length);
        }
        return atOnce.onFrame(buffer, offset, length);
    }

    private void copy(DirectBuffer buffer, int offset, int length) {
        if (filling != null && !filling.hasRoom(length)) {
            send();
        }
        if (filling == null) {
            filling = take(empty);
            filling.clear(length);
        }
        filling.add(buffer, offset, length);
    }

    /** Waits until everything is handled. */
    public void finish() {
        if (filling != null) {
            send();
        }
        lanes.forEach(lane -> put(lane.full, END));
        lanes.forEach(Lane::join);
    }

    /** Ends the threads, and waits until they have: what the handlers use may be freed then, the ledger's memory above all. */
    @Override
    public void close() {
        lanes.forEach(lane -> lane.thread.interrupt());
        lanes.forEach(Lane::awaitEnd);
    }

    private void send() {
        filling.readers.set(lanes.size());
        lanes.forEach(lane -> put(lane.full, filling));
        filling = null;
    }

    private static void put(BlockingQueue<Chunk> queue, Chunk chunk) {
        try {
            queue.put(chunk);
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    private static Chunk take(BlockingQueue<Chunk> queue) {
        try {
            return queue.take();
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    private static IllegalStateException interrupted() {
        Thread.currentThread().interrupt();
        return new IllegalStateException("interrupted");
    }

    /** One of the other threads. */
    private final class Lane {
        private final FrameHandler handler;
        private final BlockingQueue<Chunk> full = new ArrayBlockingQueue<>(CHUNKS + 1);
        private final Thread thread;
        private volatile Throwable failure;

        private Lane(String name, FrameHandler handler) {
            this.handler = handler;
            thread = new Thread(this::work, name);
            thread.setDaemon(true);
            thread.start();
        }

        private void work() {
            try {
                for (Chunk chunk = full.take(); chunk != END; chunk = full.take()) {
                    if (failure == null) {
                        handle(chunk);
                    }
                    if (chunk.readers.decrementAndGet() == 0) {
                        empty.put(chunk);
                    }
                }
            } catch (InterruptedException e) {
                // closed before the end: nobody waits for the result
                Thread.currentThread().interrupt();
            }
        }

        private void handle(Chunk chunk) {
            try {
                chunk.forEach(handler);
            } catch (RuntimeException | Error e) {
                failure = e;
            }
        }

        private void awaitEnd() {
            boolean isInterrupted = false;
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    isInterrupted = true;
                }
            }
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }

        private void join() {
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw interrupted();
            }
            if (failure != null) {
                throw new IllegalStateException("the work on " + thread.getName() + " failed: " + failure, failure);
            }
        }
    }

    /** Frames one behind the other, each with its length before it. */
    private static final class Chunk {
        private final AtomicInteger readers = new AtomicInteger();
        private UnsafeBuffer bytes;
        private int used;

        private Chunk(int capacity) {
            bytes = new UnsafeBuffer(new byte[capacity]);
        }

        private void clear(int atLeast) {
            if (bytes.capacity() < atLeast + Long.BYTES) {
                bytes = new UnsafeBuffer(new byte[atLeast + Long.BYTES]);
            }
            used = 0;
        }

        private boolean hasRoom(int length) {
            return bytes.capacity() - used >= length + Long.BYTES;
        }

        private void add(DirectBuffer source, int offset, int length) {
            bytes.putLong(used, length);
            bytes.putBytes(used + Long.BYTES, source, offset, length);
            used += Long.BYTES + length;
        }

        private void forEach(FrameHandler handler) {
            int at = 0;
            while (at < used) {
                int length = (int) bytes.getLong(at);
                handler.onFrame(bytes, at + Long.BYTES, length);
                at += Long.BYTES + length;
            }
        }
    }
}
