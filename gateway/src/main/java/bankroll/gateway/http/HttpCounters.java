package bankroll.gateway.http;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** What a listener has seen since it started; any thread may read. */
public final class HttpCounters {
    private final AtomicInteger openConnections = new AtomicInteger();
    private final LongAdder refusedConnections = new LongAdder();
    private final LongAdder requests = new LongAdder();
    private final LongAdder[] repliesByStatus = new LongAdder[600];

    HttpCounters() {
        for (int status = 200; status < repliesByStatus.length; status++) {
            repliesByStatus[status] = new LongAdder();
        }
    }

    /** Connections open now. */
    public int openConnections() {
        return openConnections.get();
    }

    /** Connections turned away at the bound. */
    public long refusedConnections() {
        return refusedConnections.sum();
    }

    /** Requests whose head arrived. */
    public long requests() {
        return requests.sum();
    }

    /** Answers given with an HTTP status, 200 to 599. */
    public long replies(int status) {
        return repliesByStatus[status].sum();
    }

    void connectionOpened() {
        openConnections.incrementAndGet();
    }

    /** Tells how many are left. */
    int connectionClosed() {
        return openConnections.decrementAndGet();
    }

    void connectionRefused() {
        refusedConnections.increment();
    }

    void requestStarted() {
        requests.increment();
    }

    void replied(int status) {
        repliesByStatus[status].increment();
    }
}
