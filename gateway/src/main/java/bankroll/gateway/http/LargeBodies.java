package bankroll.gateway.http;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The requests of one event loop whose bodies are so large that the listener's thread for bodies verifies and decodes them
 * (ADR 22). They wait here, and the thread has at most one of each loop: whose client is gone leaves at once. Those of known
 * connections and of strangers take turns. On the event loop, but for {@link LargeRequest#work}.
 */
final class LargeBodies {
    private static final Logger LOG = LoggerFactory.getLogger(LargeBodies.class);

    /** A larger body would hold the loop for milliseconds. 500 usual items, which platforms send all day, are smaller. */
    private static final int LARGE_BYTES = 256 << 10;

    /** The same until {@link #YOUNG_BYTES} of bodies have come: by then the JVM has compiled what reads them. */
    private static final int LARGE_BYTES_AT_FIRST = 16 << 10;

    private static final int YOUNG_BYTES = 4 << 20;

    private final Executor eventLoop;
    private final Executor thread;
    private final Queue<LargeRequest> known = new ArrayDeque<>();
    private final Queue<LargeRequest> strangers = new ArrayDeque<>();
    private LargeRequest underWay;
    private boolean isStrangersTurn;
    /** Of bodies that have come whole, up to {@link #YOUNG_BYTES} and the last of them. */
    private int seenBytes;

    /**
     * Without requests.
     *
     * @param thread does the work, one after the other
     */
    LargeBodies(Executor eventLoop, Executor thread) {
        this.eventLoop = eventLoop;
        this.thread = thread;
    }

    /** Counts a body that has come whole, of so many bytes, and tells whether it belongs here. */
    boolean takes(int length) {
        if (seenBytes >= YOUNG_BYTES) {
            return length > LARGE_BYTES;
        }
        seenBytes += length;
        return length > LARGE_BYTES_AT_FIRST;
    }

    /** Puts a part of a request behind all other of its kind. */
    void add(LargeRequest request) {
        (request.isKnown() ? known : strangers).add(request);
        next();
    }

    /** Nobody waits for it any more. */
    void remove(LargeRequest request) {
        known.remove(request);
        strangers.remove(request);
    }

    private void next() {
        while (underWay == null) {
            LargeRequest next = poll();
            if (next == null) {
                return;
            }
            if (next.isWanted()) {
                underWay = next;
                thread.execute(() -> work(next));
            } else {
                next.worked();
            }
        }
    }

    private LargeRequest poll() {
        isStrangersTurn = !isStrangersTurn;
        LargeRequest first = (isStrangersTurn ? strangers : known).poll();
        return first != null ? first : (isStrangersTurn ? known : strangers).poll();
    }

    private void work(LargeRequest request) {
        request.work();
        try {
            eventLoop.execute(() -> worked(request));
        } catch (RejectedExecutionException e) {
            LOG.debug("A large request was decoded after its event loop had ended");
        }
    }

    private void worked(LargeRequest request) {
        underWay = null;
        try {
            request.worked();
        } finally {
            next();
        }
    }

    /**
     * A whole request with a large body on its way through its handler: what looks at the body runs beside the event loop, what
     * decides and answers on it.
     */
    static final class LargeRequest {
        private final Exchange exchange;
        private final Routes.Handler handler;
        private final Port port;
        private Exchange.Aside aside;
        private boolean isPrepared;
        private Throwable fault;

        /** Where the request came together. */
        interface Port {
            /** Whether the connection's last request was let in. */
            boolean isKnown();

            /** A part is done: it is time for the next, or for the end. On the event loop. */
            void worked(LargeRequest request);
        }

        LargeRequest(Exchange exchange, Routes.Handler handler, Port port) {
            this.exchange = exchange;
            this.handler = handler;
            this.port = port;
        }

        Exchange exchange() {
            return exchange;
        }

        /** Whether the connection's last request was let in. */
        boolean isKnown() {
            return port.isKnown();
        }

        /** Whether somebody still waits for it. */
        boolean isWanted() {
            return exchange.isOpen();
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

        /** The part is done, or nobody wanted it any more; on the event loop. */
        void worked() {
            port.worked(this);
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
