package bankroll.gateway.http;

import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** What the connections of one event loop share: the handler, body memory, and one timer for all their deadlines. */
final class HttpLoop {
    private static final long MAX_SWEEP_MS = 100;

    private final EventLoop eventLoop;
    private final HttpContext context;
    private final HttpHandler handler;
    private final BodyBuffers bodies;
    private final ResponseHead responseHead = new ResponseHead();
    private final Set<Connection> connections = new HashSet<>();
    private final List<Connection> swept = new ArrayList<>();

    HttpLoop(EventLoop eventLoop, HttpContext context, HttpHandler handler) {
        this.eventLoop = eventLoop;
        this.context = context;
        this.handler = handler;
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
        forEach(connection -> connection.tick(nowMs));
    }

    /** Tells every connection to finish what it has and close; on the loop. */
    void drain() {
        forEach(Connection::drain);
    }

    /** Closes every connection now; on the loop. */
    void closeAll() {
        forEach(Connection::abort);
    }

    private void forEach(java.util.function.Consumer<Connection> action) {
        swept.addAll(connections);
        swept.forEach(action);
        swept.clear();
    }

    void opened(Connection connection) {
        connections.add(connection);
    }

    void closed(Connection connection) {
        connections.remove(connection);
    }

    EventLoop eventLoop() {
        return eventLoop;
    }

    HttpContext context() {
        return context;
    }

    HttpHandler handler() {
        return handler;
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
