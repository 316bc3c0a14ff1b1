package bankroll.gateway.http;

import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * How many connections a listener has, how many bytes they hold, and what it has seen since it started. Shared by its event
 * loops; any thread may read.
 */
public final class HttpCounters {
    private final AtomicInteger openConnections = new AtomicInteger();
    /** Of each client's network; at most one entry per open connection. */
    private final ConcurrentHashMap<Long, Integer> openOfClients = new ConcurrentHashMap<>();

    private final LongAdder acceptedConnections = new LongAdder();
    private final Map<Turning, LongAdder> turnedAway = new EnumMap<>(Turning.class);
    private final Memory requests;
    private final Memory answers;
    private volatile LongSupplier silentMs = () -> 0;
    /** Null: the listener speaks plain HTTP. */
    private volatile LongSupplier certificateNotAfterMs;

    /** Of a listener with the bounds on memory of these options. */
    HttpCounters(HttpContext context) {
        requests = new Memory(context.requestBytes, context.eventLoops());
        answers = new Memory(context.answerBytes, context.eventLoops());
        for (Turning why : Turning.values()) {
            turnedAway.put(why, new LongAdder());
        }
    }

    /** Bytes of requests that arrive or wait. */
    public long requestBytes() {
        return requests.held.get();
    }

    /** Bytes of answers that are not read. */
    public long answerBytes() {
        return answers.held.get();
    }

    /** The memory of requests. */
    Memory requests() {
        return requests;
    }

    /** The memory of answers. */
    Memory answers() {
        return answers;
    }

    /** For how long the event loop that is worst off has not turned, in milliseconds. */
    public long silentMs() {
        return silentMs.getAsLong();
    }

    void silence(LongSupplier worstMs) {
        silentMs = worstMs;
    }

    /** Until when the listener's certificate is good, wall clock in milliseconds; empty without TLS. */
    public OptionalLong certificateNotAfterMs() {
        LongSupplier certificate = certificateNotAfterMs;
        return certificate == null ? OptionalLong.empty() : OptionalLong.of(certificate.getAsLong());
    }

    void certified(LongSupplier notAfterMs) {
        certificateNotAfterMs = notAfterMs;
    }

    /** Connections open now. */
    public int openConnections() {
        return openConnections.get();
    }

    /** Connections accepted so far, those that were turned away among them. */
    public long acceptedConnections() {
        return acceptedConnections.sum();
    }

    /** How often this was why a connection, or what came on it, was turned away. */
    public long count(Turning why) {
        return turnedAway.get(why).sum();
    }

    void turnedAway(Turning why) {
        turnedAway.get(why).increment();
    }

    void connectionOpened() {
        acceptedConnections.increment();
        openConnections.incrementAndGet();
    }

    /** Tells how many are left. */
    int connectionClosed() {
        return openConnections.decrementAndGet();
    }

    /** One more of a client; tells how many it has open now. */
    int clientOpened(long network) {
        return openOfClients.merge(network, 1, Integer::sum);
    }

    void clientClosed(long network) {
        openOfClients.computeIfPresent(network, (key, count) -> count == 1 ? null : count - 1);
    }

    /** How many bytes the connections may hold at once, and how many they do. */
    static final class Memory {
        final long most;
        final int loops;
        final AtomicLong held = new AtomicLong();

        private Memory(long most, int loops) {
            this.most = most;
            this.loops = loops;
        }
    }
}
