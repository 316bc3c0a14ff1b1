package bankroll.gateway.http;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** What a listener has seen since it started; any thread may read. */
public final class HttpCounters {
    private final AtomicInteger openConnections = new AtomicInteger();
    private final LongAdder acceptedConnections = new LongAdder();
    private final LongAdder refusedConnections = new LongAdder();
    private final LongAdder failedHandshakes = new LongAdder();

    /** Connections open now. */
    public int openConnections() {
        return openConnections.get();
    }

    /** Connections accepted so far, those that were turned away among them. */
    public long acceptedConnections() {
        return acceptedConnections.sum();
    }

    /** Connections turned away at the bound. */
    public long refusedConnections() {
        return refusedConnections.sum();
    }

    /** TLS handshakes that failed or weren't over in time. */
    public long failedHandshakes() {
        return failedHandshakes.sum();
    }

    void connectionOpened() {
        acceptedConnections.increment();
        openConnections.incrementAndGet();
    }

    /** Tells how many are left. */
    int connectionClosed() {
        return openConnections.decrementAndGet();
    }

    void connectionRefused() {
        refusedConnections.increment();
    }

    void handshakeFailed() {
        failedHandshakes.increment();
    }
}
