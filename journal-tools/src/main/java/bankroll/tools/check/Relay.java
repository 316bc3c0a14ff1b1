package bankroll.tools.check;

import bankroll.tools.read.FrameHandler;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Hands copies of frames to a second thread, in large chunks, so that work of two kinds runs on two cores. The first
 * thread waits when the second is behind. Used by one thread; {@link #finish} waits for the second and reports what
 * went wrong there.
 */
public final class Relay implements FrameHandler, AutoCloseable {
    private static final int CHUNK_BYTES = 1 << 20;
    private static final int CHUNKS = 6;
    private static final Chunk END = new Chunk(0);

    private final FrameHandler handler;
    private final BlockingQueue<Chunk> full = new ArrayBlockingQueue<>(CHUNKS);
    private final BlockingQueue<Chunk> empty = new ArrayBlockingQueue<>(CHUNKS);
    private final Thread thread;
    private volatile Throwable failure;
    private Chunk filling;

    /** Starts the second thread, which feeds the handler. */
    public Relay(String name, FrameHandler handler) {
        this.handler = handler;
        for (int i = 0; i < CHUNKS; i++) {
            empty.add(new Chunk(CHUNK_BYTES));
        }
        thread = new Thread(this::work, name);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public boolean onFrame(DirectBuffer buffer, int offset, int length) {
        if (filling != null && !filling.hasRoom(length)) {
            send(filling);
            filling = null;
        }
        if (filling == null) {
            filling = take(empty);
            filling.clear(length);
        }
        filling.add(buffer, offset, length);
        return true;
    }

    /** Waits until everything is handled. */
    public void finish() {
        if (filling != null) {
            send(filling);
            filling = null;
        }
        send(END);
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw interrupted();
        }
        if (failure != null) {
            throw new IllegalStateException("the work on " + thread.getName() + " failed: " + failure, failure);
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }

    private void work() {
        try {
            for (Chunk chunk = full.take(); chunk != END; chunk = full.take()) {
                if (failure == null) {
                    handle(chunk);
                }
                empty.put(chunk);
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

    private void send(Chunk chunk) {
        try {
            full.put(chunk);
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

    /** Frames one behind the other, each with its length before it. */
    private static final class Chunk {
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
