package bankroll.gateway.http;

import io.netty.channel.EventLoop;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * What the connections of one event loop share: routes, memory, turns, and one timer for all their deadlines. On the loop,
 * but for {@link #routes(Routes)} and {@link #silentMs}.
 */
final class HttpLoop {
    private static final long MAX_SWEEP_MS = 100;
    /** Of the bytes for requests, how many may be kept for the next ones. */
    private static final int KEPT = 8;

    private final EventLoop eventLoop;
    private final HttpContext context;
    private final MemoryBudget.Share requests;
    private final MemoryBudget.Share answers;
    private final BodyBuffers bodies;
    private final Turns turns;
    private final LargeBodies largeBodies;
    private final Crowd crowd = new Crowd();
    private final ResponseHead responseHead = new ResponseHead();
    private volatile Routes routes;
    private volatile long turnedAtMs = nowMs();

    HttpLoop(
            EventLoop eventLoop,
            HttpContext context,
            Routes routes,
            MemoryBudget requests,
            MemoryBudget answers,
            Executor bodyThread) {
        this.eventLoop = eventLoop;
        this.context = context;
        this.routes = routes;
        this.requests = requests.share();
        this.answers = answers.share();
        this.bodies = new BodyBuffers(context.requestBytes() / KEPT / context.eventLoops());
        this.turns = new Turns(eventLoop);
        this.largeBodies = new LargeBodies(eventLoop, bodyThread);
    }

    /** Begins to watch deadlines: one look at every connection per tick costs less than a timer per request. */
    void start() {
        long everyMs = Math.max(5, Math.min(MAX_SWEEP_MS, context.shortestDeadlineMs() / 8));
        eventLoop.scheduleAtFixedRate(this::sweep, everyMs, everyMs, TimeUnit.MILLISECONDS);
    }

    private void sweep() {
        long nowMs = nowMs();
        long silentMs = silentMs();
        turnedAtMs = nowMs;
        crowd.forEach(member -> member.tick(nowMs, silentMs));
        // another loop may have needed the room: each sheds its own only
        if (requests.isOver()) {
            crowd.shedSenders(requests, nowMs);
        }
        if (answers.isOver()) {
            crowd.shedReaders(answers, nowMs);
        }
    }

    /** For how long the loop has not come round to its timer, in milliseconds; any thread. */
    long silentMs() {
        return Math.max(0, nowMs() - turnedAtMs - MAX_SWEEP_MS);
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

    EventLoop eventLoop() {
        return eventLoop;
    }

    HttpContext context() {
        return context;
    }

    Crowd crowd() {
        return crowd;
    }

    Turns turns() {
        return turns;
    }

    LargeBodies largeBodies() {
        return largeBodies;
    }

    MemoryBudget.Share requests() {
        return requests;
    }

    MemoryBudget.Share answers() {
        return answers;
    }

    BodyBuffers bodies() {
        return bodies;
    }

    ResponseHead responseHead() {
        return responseHead;
    }

    /** Monotone milliseconds, for deadlines only. */
    static long nowMs() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
    }
}
