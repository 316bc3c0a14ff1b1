package bankroll.gateway.http;

import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/** What a listener has seen since it started; any thread may read. */
public final class HttpCounters {
    private final AtomicInteger openConnections = new AtomicInteger();
    private final LongAdder acceptedConnections = new LongAdder();
    private final Map<Turning, LongAdder> turnedAway = new EnumMap<>(Turning.class);
    private volatile LongSupplier requestBytes = () -> 0;
    private volatile LongSupplier answerBytes = () -> 0;
    private volatile LongSupplier silentMs = () -> 0;
    /** Null: the listener speaks plain HTTP. */
    private volatile LongSupplier certificateNotAfterMs;

    HttpCounters() {
        for (Turning why : Turning.values()) {
            turnedAway.put(why, new LongAdder());
        }
    }

    /** Bytes of requests that arrive or wait. */
    public long requestBytes() {
        return requestBytes.getAsLong();
    }

    /** Bytes of answers that are not read. */
    public long answerBytes() {
        return answerBytes.getAsLong();
    }

    /** For how long the event loop that is worst off has not turned, in milliseconds. */
    public long silentMs() {
        return silentMs.getAsLong();
    }

    void from(LongSupplier requests, LongSupplier answers, LongSupplier silence) {
        requestBytes = requests;
        answerBytes = answers;
        silentMs = silence;
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

    /** Connections turned away at the bound. */
    public long refusedConnections() {
        return count(Turning.LISTENER_FULL) + count(Turning.ADDRESS_FULL);
    }

    /** TLS handshakes that failed or weren't over in time. */
    public long failedHandshakes() {
        return count(Turning.HANDSHAKE_FAILED);
    }

    /** Connections closed to make room for newer ones. */
    public long idleShed() {
        return count(Turning.MADE_ROOM);
    }

    /** Connections closed because their clients did not read, and there was no room for more answers. */
    public long readersShed() {
        return count(Turning.READER_SHED);
    }

    /** Requests refused because they arrived too slowly, and there was no room for more. */
    public long sendersShed() {
        return count(Turning.SENDER_SHED);
    }

    private long count(Turning why) {
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
}
