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
 * connections and of strangers take turns. On the event loop, but for {@link Work#work}.
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
    private final Queue<Work> known = new ArrayDeque<>();
    private final Queue<Work> strangers = new ArrayDeque<>();
    private Work underWay;
    private boolean isStrangersTurn;
    /** Of bodies that have come whole, up to {@link #YOUNG_BYTES} and the last of them. */
    private int seenBytes;

    /** A part of what a large request needs. */
    interface Work {
        /** Whether the connection's last request was let in. */
        boolean isKnown();

        /** Whether somebody still waits for it. */
        boolean isWanted();

        /** Does it, beside the event loop. Throws nothing. */
        void work();

        /** It is done, or nobody wanted it any more; on the event loop. */
        void worked();
    }

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

    /** Puts work behind all other of its kind. */
    void add(Work work) {
        (work.isKnown() ? known : strangers).add(work);
        next();
    }

    /** Nobody waits for it any more. */
    void remove(Work work) {
        known.remove(work);
        strangers.remove(work);
    }

    private void next() {
        while (underWay == null) {
            Work next = poll();
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

    private Work poll() {
        isStrangersTurn = !isStrangersTurn;
        Work first = (isStrangersTurn ? strangers : known).poll();
        return first != null ? first : (isStrangersTurn ? known : strangers).poll();
    }

    private void work(Work work) {
        work.work();
        try {
            eventLoop.execute(() -> worked(work));
        } catch (RejectedExecutionException e) {
            LOG.debug("A large request was decoded after its event loop had ended");
        }
    }

    private void worked(Work work) {
        underWay = null;
        try {
            work.worked();
        } finally {
            next();
        }
    }
}
