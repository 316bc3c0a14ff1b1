package bankroll.gateway.http;

import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/** What a listener has seen since it started; any thread may read. */
public final class HttpCounters {
    private final AtomicInteger openConnections = new AtomicInteger();
    private final LongAdder acceptedConnections = new LongAdder();
    private final LongAdder refusedConnections = new LongAdder();
    private final LongAdder failedHandshakes = new LongAdder();
    private volatile LongSupplier requestBytes = () -> 0;
    private volatile LongSupplier answerBytes = () -> 0;
    private volatile LongSupplier silentMs = () -> 0;
    /** Null: the listener speaks plain HTTP. */
    private volatile LongSupplier certificateNotAfterMs;

    private final LongAdder idleShed = new LongAdder();
    private final LongAdder readersShed = new LongAdder();
    private final LongAdder sendersShed = new LongAdder();

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
        return refusedConnections.sum();
    }

    /** TLS handshakes that failed or weren't over in time. */
    public long failedHandshakes() {
        return failedHandshakes.sum();
    }

    /** Connections closed to make room for newer ones. */
    public long idleShed() {
        return idleShed.sum();
    }

    /** Connections closed because their clients did not read, and there was no room for more answers. */
    public long readersShed() {
        return readersShed.sum();
    }

    /** Requests refused because they arrived too slowly, and there was no room for more. */
    public long sendersShed() {
        return sendersShed.sum();
    }

    void idleOneShed() {
        idleShed.increment();
    }

    void readerShed() {
        readersShed.increment();
    }

    void senderShed() {
        sendersShed.increment();
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
