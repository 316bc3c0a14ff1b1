package bankroll.tools.check;

import bankroll.tools.source.FrameHandler;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.BooleanSupplier;
import org.agrona.DirectBuffer;
import org.agrona.LangUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Hands copies of frames to several handlers, in large chunks, so that their work runs on several processors. Each handler
 * gets all frames in their order, from one thread at a time. The threads are as many as there are processors, with the one
 * that feeds, and none is idle while there is work: a free thread takes the first handler that has frames waiting.
 *
 * <p>Used by one thread; {@link #finish} waits until all is handled. The first failure of a handler is thrown there, or by
 * the next frame.
 */
public final class Relay implements FrameHandler, AutoCloseable {
    private static final int CHUNK_BYTES = 1 << 18;
    /** How far one handler may be behind another: phases that are heavy for one of them even out. */
    private static final int CHUNKS = 32;

    private final List<Lane> lanes = new ArrayList<>();
    private final List<Thread> helpers = new ArrayList<>();
    private final Queue<Chunk> empty = new ArrayDeque<>();
    private Chunk filling;
    private int made;
    private boolean isClosed;
    private volatile Throwable failure;

    /** Copies of frames one behind the other, each with its length before it. One thread at a time writes, any may read then. */
    static final class Chunk {
        private UnsafeBuffer bytes;
        private int used;
        /** How many lanes have not handled it yet. */
        private int readers;

        /** An empty one with room for so many bytes. */
        Chunk(int capacity) {
            bytes = new UnsafeBuffer(new byte[capacity]);
        }

        /** Forgets all frames, and has room for one of this length. */
        void clear(int length) {
            if (bytes.capacity() < length + Long.BYTES) {
                bytes = new UnsafeBuffer(new byte[length + Long.BYTES]);
            }
            used = 0;
        }

        boolean hasRoom(int length) {
            return bytes.capacity() - used >= length + Long.BYTES;
        }

        void add(DirectBuffer source, int offset, int length) {
            bytes.putLong(used, length);
            bytes.putBytes(used + Long.BYTES, source, offset, length);
            used += Long.BYTES + length;
        }

        /** Hands over all frames; what the handler answers is of no interest. */
        void forEach(FrameHandler handler) {
            int at = 0;
            while (at < used) {
                int length = (int) bytes.getLong(at);
                handler.onFrame(bytes, at + Long.BYTES, length);
                at += Long.BYTES + length;
            }
        }
    }

    /** A handler, what it is given now, and what waits for it. */
    private static final class Lane {
        private final FrameHandler handler;
        private final Queue<Chunk> waiting = new ArrayDeque<>();
        private Chunk current;

        private Lane(FrameHandler handler) {
            this.handler = handler;
        }

        private boolean isDone() {
            return current == null && waiting.isEmpty();
        }
    }

    /** Feeds all handlers the same frames; the heaviest, for which the others will wait, comes first. */
    public Relay(FrameHandler... handlers) {
        this(List.of(handlers), Runtime.getRuntime().availableProcessors() - 1);
    }

    /** With at most so many threads beside the one that feeds. */
    Relay(List<FrameHandler> handlers, int threads) {
        handlers.forEach(handler -> lanes.add(new Lane(handler)));
        for (int i = 0; i < Math.min(threads, lanes.size()); i++) {
            Thread helper = new Thread(() -> workUntil(() -> isClosed), "relay");
            helper.setDaemon(true);
            helper.start();
            helpers.add(helper);
        }
    }

    @Override
    public boolean onFrame(DirectBuffer buffer, int offset, int length) {
        if (lanes.isEmpty()) {
            return true;
        }
        throwFailure();
        if (filling != null && !filling.hasRoom(length)) {
            send();
        }
        if (filling == null) {
            filling = takeEmpty();
            filling.clear(length);
        }
        filling.add(buffer, offset, length);
        return true;
    }

    /** Works until everything is handled. */
    public void finish() {
        if (filling != null) {
            send();
        }
        workUntil(() -> lanes.stream().allMatch(Lane::isDone));
        throwFailure();
    }

    private void throwFailure() {
        if (failure != null) {
            LangUtil.rethrowUnchecked(failure);
        }
    }

    /** Ends the threads, and waits until they have: what the handlers use may be freed then, the ledger's memory above all. */
    @Override
    public void close() {
        endHelpers();
        boolean isInterrupted = false;
        for (Thread helper : helpers) {
            while (helper.isAlive()) {
                try {
                    helper.join();
                } catch (InterruptedException e) {
                    isInterrupted = true;
                }
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void endHelpers() {
        isClosed = true;
        notifyAll();
    }

    private synchronized void send() {
        filling.readers = lanes.size();
        lanes.forEach(lane -> lane.waiting.add(filling));
        filling = null;
        notifyAll();
    }

    /** Works itself while all chunks are in use. */
    private Chunk takeEmpty() {
        if (made < CHUNKS) {
            made++;
            return new Chunk(CHUNK_BYTES);
        }
        workUntil(() -> !empty.isEmpty());
        synchronized (this) {
            return empty.remove();
        }
    }

    /** Takes up one chunk after the other until it is enough; waits while there is none. */
    private void workUntil(BooleanSupplier isEnough) {
        for (Lane lane = next(isEnough); lane != null; lane = next(isEnough)) {
            handle(lane);
            end(lane);
        }
    }

    /** After a failure there is nothing more to do. All kinds are caught: Chronicle throws checked ones unchecked. */
    private void handle(Lane lane) {
        if (failure == null) {
            try {
                lane.current.forEach(lane.handler);
            } catch (Throwable e) {
                failure = e;
            }
        }
    }

    private synchronized Lane next(BooleanSupplier isEnough) {
        while (!isEnough.getAsBoolean()) {
            Lane lane = firstReady();
            if (lane != null) {
                lane.current = lane.waiting.remove();
                return lane;
            }
            await();
        }
        return null;
    }

    private synchronized void end(Lane lane) {
        if (--lane.current.readers == 0) {
            empty.add(lane.current);
        }
        lane.current = null;
        notifyAll();
    }

    private Lane firstReady() {
        for (Lane lane : lanes) {
            if (lane.current == null && !lane.waiting.isEmpty()) {
                return lane;
            }
        }
        return null;
    }

    private void await() {
        try {
            wait();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
