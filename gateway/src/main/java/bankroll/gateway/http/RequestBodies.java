package bankroll.gateway.http;

import io.netty.buffer.ByteBuf;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The bodies of one event loop's requests: the memory of those that arrive, and the way of those so large that the listener's
 * thread for bodies verifies and decodes them (ADR 22). On the event loop, but for {@link Large#work}.
 *
 * <p>Bodies arrive in parts that are used again, and there is one array in which the parts of a whole body are joined while it
 * is handled. What a body holds grows with the bytes that have come, never with what a header announces.
 *
 * <p>Large bodies wait here, and the thread has at most one of each loop: who waits for no answer any more leaves at once. Those
 * of known connections and of strangers take turns.
 */
final class RequestBodies {
    private static final Logger LOG = LoggerFactory.getLogger(RequestBodies.class);

    private static final byte[] EMPTY = {};
    private static final int SMALL_PART = 16 * 1024;
    private static final int LARGE_PART = 64 * 1024;

    /** A larger array is left to the collector: big bodies are rare, and keeping it would be memory for ever. */
    private static final int MAX_KEPT = 1 << 20;

    /** A larger body would hold the loop for milliseconds. 500 usual items, which platforms send all day, are smaller. */
    private static final int LARGE_BYTES = 256 << 10;

    /** The same until {@link #YOUNG_BYTES} of bodies have come: by then the JVM has compiled what reads them. */
    private static final int LARGE_BYTES_AT_FIRST = 16 << 10;

    private static final int YOUNG_BYTES = 4 << 20;

    private final ArrayDeque<byte[]> smallParts = new ArrayDeque<>();
    private final ArrayDeque<byte[]> largeParts = new ArrayDeque<>();
    private final long maxFreeBytes;
    private long freeBytes;
    private byte[] joined = EMPTY;

    private final Executor eventLoop;
    private final Executor thread;
    private final Queue<Large> known = new ArrayDeque<>();
    private final Queue<Large> strangers = new ArrayDeque<>();
    private Large underWay;
    private boolean isStrangersTurn;
    /** Of bodies that have come whole, up to {@link #YOUNG_BYTES} and the last of them. */
    private int seenBytes;

    /**
     * Without requests.
     *
     * @param maxFreeBytes so many bytes of parts are kept for the next bodies, at most
     * @param thread does the work on large ones, one after the other
     */
    RequestBodies(long maxFreeBytes, Executor eventLoop, Executor thread) {
        this.maxFreeBytes = maxFreeBytes;
        this.eventLoop = eventLoop;
        this.thread = thread;
    }

    /** A part for the next bytes: a small one for the first few, a large one else. */
    private byte[] take(int wanted, boolean isFirst) {
        boolean isSmall = isFirst && wanted <= SMALL_PART;
        byte[] kept = (isSmall ? smallParts : largeParts).pollLast();
        if (kept == null) {
            return new byte[isSmall ? SMALL_PART : LARGE_PART];
        }
        freeBytes -= kept.length;
        return kept;
    }

    /** Takes a part back. */
    private void give(byte[] part) {
        if (freeBytes + part.length <= maxFreeBytes) {
            freeBytes += part.length;
            (part.length == SMALL_PART ? smallParts : largeParts).addLast(part);
        }
    }

    /** The parts of a body in one array, from 0; valid until the next body is joined. */
    private byte[] join(List<byte[]> parts, int length) {
        if (joined.length < length) {
            joined = new byte[length > MAX_KEPT ? length : Integer.highestOneBit(Math.max(length - 1, 1)) << 1];
        }
        byte[] whole = joined;
        copy(parts, whole, length);
        if (whole.length > MAX_KEPT) {
            joined = EMPTY;
        }
        return whole;
    }

    private static void copy(List<byte[]> parts, byte[] whole, int length) {
        int at = 0;
        for (byte[] part : parts) {
            int bytes = Math.min(part.length, length - at);
            System.arraycopy(part, 0, whole, at, bytes);
            at += bytes;
        }
    }

    /** Counts a body that has come whole, of so many bytes, and tells whether it is large. */
    boolean isLarge(int length) {
        if (seenBytes >= YOUNG_BYTES) {
            return length > LARGE_BYTES;
        }
        seenBytes += length;
        return length > LARGE_BYTES_AT_FIRST;
    }

    /** Puts a part of a large request behind all other of its kind. */
    void add(Large request) {
        (request.queue.isKnown() ? known : strangers).add(request);
        next();
    }

    /** Nobody waits for its answer any more. False if it isn't here, as when the thread is at it. */
    boolean remove(Large request) {
        return known.remove(request) || strangers.remove(request);
    }

    private void next() {
        Large next = underWay == null ? poll() : null;
        if (next != null) {
            underWay = next;
            thread.execute(() -> work(next));
        }
    }

    private Large poll() {
        isStrangersTurn = !isStrangersTurn;
        Large first = (isStrangersTurn ? strangers : known).poll();
        return first != null ? first : (isStrangersTurn ? known : strangers).poll();
    }

    private void work(Large request) {
        request.work();
        try {
            eventLoop.execute(() -> worked(request));
        } catch (RejectedExecutionException e) {
            LOG.debug("A large request was decoded after its event loop had ended");
        }
    }

    private void worked(Large request) {
        underWay = null;
        try {
            request.worked.accept(request);
        } finally {
            next();
        }
    }

    /** The bytes of the body that is arriving on a connection. */
    final class Arriving {
        private final List<byte[]> parts = new ArrayList<>(2);
        private int length;
        private long held;
        /** Where the last part goes on; its end when there is none. */
        private int at;

        private byte[] last = EMPTY;

        /** Bytes that have come. */
        int length() {
            return length;
        }

        /** Bytes of memory that they take. */
        long held() {
            return held;
        }

        /** Takes bytes over. */
        void append(ByteBuf bytes) {
            for (int left = bytes.readableBytes(); left > 0; left = bytes.readableBytes()) {
                if (at == last.length) {
                    last = take(left, parts.isEmpty());
                    parts.add(last);
                    held += last.length;
                    at = 0;
                }
                int count = Math.min(left, last.length - at);
                bytes.readBytes(last, at, count);
                at += count;
                length += count;
            }
        }

        /** Counts bytes that nobody will look at. */
        void pass(int bytes) {
            length += bytes;
        }

        /**
         * All bytes in one array, from 0; until the next body of this event loop is joined, unless it is to be {@link #keep
         * kept}, or this one is freed.
         */
        byte[] whole() {
            return parts.size() <= 1 ? last : join(parts, length);
        }

        /** The joined array is this body's own from now on, until it is freed. */
        void keep() {
            if (parts.size() > 1) {
                joined = EMPTY;
            }
        }

        /** The same as {@link #whole} in an array of the body's own, for another thread; the parts go back. */
        byte[] own() {
            byte[] own = new byte[length];
            copy(parts, own, length);
            forget();
            held = own.length;
            return own;
        }

        /** Lets go of the bytes, and counts on. */
        void forget() {
            int counted = length;
            free();
            length = counted;
        }

        /** Lets go of the memory. */
        void free() {
            for (int i = 0; i < parts.size(); i++) {
                give(parts.get(i));
            }
            parts.clear();
            last = EMPTY;
            at = 0;
            length = 0;
            held = 0;
        }
    }

    /**
     * A whole request with a large body on its way through its handler: what looks at the body runs beside the event loop, what
     * decides and answers on it.
     */
    static final class Large {
        final Exchange exchange;
        private final Routes.Handler handler;
        private final AnswerQueue queue;
        private final Consumer<Large> worked;
        private Exchange.Aside aside;
        private boolean isPrepared;
        private Throwable fault;

        /**
         * A request that has come together.
         *
         * @param queue the connection's
         * @param worked a part is done: it is time for the next, or for the end; on the event loop
         */
        Large(Exchange exchange, Routes.Handler handler, AnswerQueue queue, Consumer<Large> worked) {
            this.exchange = exchange;
            this.handler = handler;
            this.queue = queue;
            this.worked = worked;
        }

        /** Does a part of it, beside the event loop. Throws nothing: what goes wrong is told on the loop. */
        void work() {
            try {
                if (isPrepared) {
                    aside.work();
                } else {
                    isPrepared = handler.prepare(exchange);
                }
            } catch (Throwable thrown) {
                fault = thrown;
            }
        }

        /**
         * Goes on after a part of the work; true when there is another.
         *
         * @throws Throwable whatever went wrong beside the loop, or here
         */
        boolean goOn() throws Throwable {
            if (fault != null) {
                throw fault;
            }
            if (aside != null) {
                aside.then();
                return false;
            }
            if (isPrepared) {
                handler.handle(exchange);
                aside = exchange.takeAside();
            }
            return !isPrepared || aside != null;
        }
    }
}
