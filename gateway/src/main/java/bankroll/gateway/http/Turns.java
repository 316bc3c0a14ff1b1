package bankroll.gateway.http;

import io.netty.channel.EventLoop;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;

/**
 * The time of one event loop that strangers may take: connections whose last request nobody has let in. Between two looks
 * at all sockets they get a slice of it, one after the other, a few requests each; what they have sent beyond that waits
 * in their sockets. Connections that are known take no part in this: a signed request waits for one slice at the most,
 * however many strangers call. On the event loop.
 */
final class Turns {
    /** Requests of one stranger before the next one's turn. */
    static final int REQUESTS = 8;

    /** Heads and chunks that are taken of a known connection before the next look at all sockets: a read may hold 20,000. */
    static final int PIECES = 256;

    private static final long SLICE_NS = TimeUnit.MILLISECONDS.toNanos(2);
    /** Not at once, for then the loop would not look at its sockets before. */
    private static final long SOON_NS = 1;

    private final EventLoop eventLoop;
    private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
    private boolean isUnderWay;
    private long endNs;

    Turns(EventLoop eventLoop) {
        this.eventLoop = eventLoop;
    }

    /** Whether strangers have time left before the next look at all sockets. */
    boolean hasTime() {
        long nowNs = System.nanoTime();
        if (!isUnderWay) {
            isUnderWay = true;
            endNs = nowNs + SLICE_NS;
            scheduleNext();
        }
        return nowNs - endNs < 0;
    }

    /** Whether a stranger may begin now: there is time, and nobody waits for a turn. */
    boolean isFree() {
        return waiting.isEmpty() && hasTime();
    }

    /** Puts a connection behind all others that wait; it is run when its turn has come. */
    void later(Runnable one) {
        waiting.addLast(one);
        hasTime();
    }

    /** Lets a connection that is known go on when the loop has looked at its sockets: it waits for no stranger. */
    void soon(Runnable one) {
        eventLoop.schedule(one, SOON_NS, TimeUnit.NANOSECONDS);
    }

    private void scheduleNext() {
        eventLoop.schedule(this::next, SOON_NS, TimeUnit.NANOSECONDS);
    }

    private void next() {
        isUnderWay = false;
        for (int i = waiting.size(); i > 0 && hasTime(); i--) {
            waiting.removeFirst().run();
        }
        if (!waiting.isEmpty()) {
            hasTime();
        }
    }
}
