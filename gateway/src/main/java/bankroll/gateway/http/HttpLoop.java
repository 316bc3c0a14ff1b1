package bankroll.gateway.http;

import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * What the connections of one event loop share: routes, body memory, and one timer for all their deadlines. On the loop,
 * but for {@link #routes(Routes)}.
 */
final class HttpLoop {
    private static final long MAX_SWEEP_MS = 100;

    private final EventLoop eventLoop;
    private final HttpContext context;
    private final BodyBuffers bodies;
    private final ResponseHead responseHead = new ResponseHead();
    private final Set<Member> members = new HashSet<>();
    private final List<Member> swept = new ArrayList<>();
    private volatile Routes routes;

    /** A connection, as the loop sees it. */
    interface Member {
        /** Looks at every deadline of the connection. */
        void tick(long nowMs);

        /** Finishes what has begun, takes nothing new, closes. */
        void drain();

        /** Closes at once. */
        void abort();
    }

    HttpLoop(EventLoop eventLoop, HttpContext context, Routes routes) {
        this.eventLoop = eventLoop;
        this.context = context;
        this.routes = routes;
        this.bodies = new BodyBuffers(context.maxBodyBytesPerLoop());
    }

    /** Begins to watch deadlines: one look at every connection per tick costs less than a timer per request. */
    void start() {
        long shortest = Math.min(
                Math.min(context.requestDeadlineMs(), context.replyDeadlineMs()),
                Math.min(context.idleMs(), context.lingerMs()));
        long everyMs = Math.max(5, Math.min(MAX_SWEEP_MS, shortest / 8));
        eventLoop.scheduleAtFixedRate(this::sweep, everyMs, everyMs, TimeUnit.MILLISECONDS);
    }

    private void sweep() {
        long nowMs = nowMs();
        forEach(member -> member.tick(nowMs));
    }

    /** Tells every connection to finish what it has and close; on the loop. */
    void drain() {
        forEach(Member::drain);
    }

    /** Closes every connection now; on the loop. */
    void closeAll() {
        forEach(Member::abort);
    }

    private void forEach(Consumer<Member> action) {
        swept.addAll(members);
        swept.forEach(action);
        swept.clear();
    }

    void opened(Member member) {
        members.add(member);
    }

    void closed(Member member) {
        members.remove(member);
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
