package bankroll.gateway.http;

import bankroll.condition.LogId;
import io.netty.channel.EventLoop;
import java.util.ArrayDeque;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the connections of one event loop share: routes, memory, one timer for all their deadlines, and the time that
 * strangers may take: connections whose last request nobody has let in. Between two looks at all sockets they get a slice of
 * it, one after the other, a few requests each; what they have sent beyond that waits in their sockets. Connections that are
 * known take no part in this: a signed request waits for one slice at the most, however many strangers call. On the loop, but
 * for {@link #routes(Routes)} and {@link #silentMs}.
 */
final class HttpLoop {
    private static final Logger LOG = LoggerFactory.getLogger(HttpLoop.class);

    private static final long MAX_SWEEP_MS = 100;
    /** Of the bytes for requests, how many may be kept for the next ones. */
    private static final int KEPT = 8;

    private static final long SLICE_NS = TimeUnit.MILLISECONDS.toNanos(2);
    /** Not at once, for then the loop would not look at its sockets before. */
    private static final long SOON_NS = 1;

    final EventLoop eventLoop;
    final HttpContext context;
    final RequestBodies bodies;
    final Crowd crowd;
    final AnswerQueue.Head responseHead = new AnswerQueue.Head();
    /** Strangers that wait for their turn. */
    private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();

    private boolean hasFault;
    private boolean isSliceUnderWay;
    private long sliceEndNs;
    private volatile Routes routes;
    private volatile long turnedAtMs = HttpContext.nowMs();

    HttpLoop(EventLoop eventLoop, HttpContext context, HttpCounters counters, Routes routes, Executor bodyThread) {
        this.eventLoop = eventLoop;
        this.context = context;
        this.routes = routes;
        this.bodies = new RequestBodies(context.requestBytes / KEPT / context.eventLoops(), eventLoop, bodyThread);
        this.crowd = new Crowd(context, counters);
    }

    /** Begins to watch deadlines: one look at every connection per tick costs less than a timer per request. */
    void start() {
        long everyMs = Math.max(5, Math.min(MAX_SWEEP_MS, context.shortestDeadlineMs() / 8));
        eventLoop.scheduleAtFixedRate(this::sweep, everyMs, everyMs, TimeUnit.MILLISECONDS);
    }

    /** The event loop would never come again to what has thrown: what goes wrong is told once, until it is over. */
    private void sweep() {
        try {
            look();
            hasFault = false;
        } catch (RuntimeException | Error fault) {
            if (!hasFault) {
                LOG.error(LogId.CONNECTION_FAULT.marker(), "Looking after connections met an unexpected fault", fault);
            }
            hasFault = true;
        }
    }

    private void look() {
        long nowMs = HttpContext.nowMs();
        long silentMs = silentMs();
        turnedAtMs = nowMs;
        crowd.forEach(member -> member.tick(nowMs, silentMs));
        crowd.shed(nowMs);
    }

    /** For how long the loop has not come round to its timer, in milliseconds; any thread. */
    long silentMs() {
        return Math.max(0, HttpContext.nowMs() - turnedAtMs - MAX_SWEEP_MS);
    }

    /** Whether strangers have time left before the next look at all sockets. */
    boolean hasTimeForStrangers() {
        long nowNs = System.nanoTime();
        if (!isSliceUnderWay) {
            isSliceUnderWay = true;
            sliceEndNs = nowNs + SLICE_NS;
            eventLoop.schedule(this::nextTurns, SOON_NS, TimeUnit.NANOSECONDS);
        }
        return nowNs - sliceEndNs < 0;
    }

    /** Whether a stranger may begin now: there is time, and nobody waits for a turn. */
    boolean isFree() {
        return waiting.isEmpty() && hasTimeForStrangers();
    }

    /** Puts a connection behind all others that wait; it is run when its turn has come. */
    void later(Runnable one) {
        waiting.addLast(one);
        hasTimeForStrangers();
    }

    /** Lets a connection that is known go on when the loop has looked at its sockets: it waits for no stranger. */
    void soon(Runnable one) {
        eventLoop.schedule(one, SOON_NS, TimeUnit.NANOSECONDS);
    }

    private void nextTurns() {
        isSliceUnderWay = false;
        for (int i = waiting.size(); i > 0 && hasTimeForStrangers(); i--) {
            waiting.removeFirst().run();
        }
        if (!waiting.isEmpty()) {
            hasTimeForStrangers();
        }
    }

    /** Has every connection that is there end with its next answer; on the loop. */
    void sendAway() {
        crowd.forEach(Crowd.Member::sendAway);
    }

    /** Tells every connection to finish what it has and close; on the loop. */
    void drain() {
        crowd.forEach(Crowd.Member::drain);
    }

    /** Closes every connection now; on the loop. */
    void closeAll() {
        crowd.forEach(Crowd.Member::abort);
    }

    /** Where requests go whose head comes from now on; any thread. */
    void routes(Routes replacement) {
        routes = replacement;
    }

    Routes routes() {
        return routes;
    }
}
