package bankroll.gateway.http;

import bankroll.gateway.http.ClientAddress.Proxies;
import bankroll.gateway.http.tls.TlsFiles;
import bankroll.gateway.http.tls.TlsProvider;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

/** Every option of one HTTP listener, with its default and unit. Set before {@link HttpListener#start}, then frozen. */
public final class HttpContext {
    /** How long a client may take to close after its last answer. */
    static final long LINGER_MS = 1_000;

    private String name = "http";
    InetSocketAddress listen = new InetSocketAddress("127.0.0.1", 0);
    private int eventLoops = 1;
    private int maxConnections = 10_000;
    private int maxInFlightPerConnection = 16;
    private int maxBodyBytes = 8 * 1024 * 1024;
    private Optional<Path> certificate = Optional.empty();
    private Optional<Path> certificateKey = Optional.empty();
    private Optional<Path> clientAuthorities = Optional.empty();
    private TlsProvider tlsProvider = TlsProvider.AUTO;
    private long handshakeDeadlineMs = 5_000;
    private int maxConnectionsPerAddress = 2_000;
    long requestBytes = 128L * 1024 * 1024;
    long answerBytes = 128L * 1024 * 1024;
    private long firstRequestMs = 10_000;
    private long headDeadlineMs = 5_000;
    private long requestDeadlineMs = 10_000;
    private long unreadMs = 20_000;
    private long replyDeadlineMs = 2_500;
    private long idleMs = 60_000;
    private int retryAfterSeconds = 2;
    private Proxies proxies = Proxies.NONE;
    String challenge = "Webhook-Signature";
    Problem.Encoder problems = new Problem.Encoder(Problem.Encoder.TYPE_BASE);
    Problem.Prepared noMemory;
    Problem.Prepared tooManyConnections;
    Problem.Prepared tooManyOfOneAddress;
    Polling polling = Polling.BEST;
    /** Null: an ordinary one. */
    private ThreadFactory handshakeThread;

    Observer observer = (route, caller, status, elapsedNs) -> {};
    Doorkeeper doorkeeper = (why, client) -> {};

    /**
     * How many event loops a listener for platforms has on so many processors: half of them, and the other half is for the
     * writer, the journal and the system; two of two or three, which one can't fill. Eight read more than the writer decides.
     */
    public static int eventLoopsFor(int processors) {
        return Math.min(8, Math.max(Math.min(2, processors), processors / 2));
    }

    /** Hears of every answer, on its event loop, as it goes out. Must not block or throw. */
    @FunctionalInterface
    public interface Observer {
        /**
         * An answer goes out.
         *
         * @param route method and path as the route was added, as {@code GET /transactions/{id}} (for HEAD too); null
         *     where no route was found
         * @param caller who asks, where that is known ({@link Exchange#calledBy}); else null
         * @param status its HTTP status
         * @param elapsedNs since the request's head arrived
         */
        void answered(String route, String caller, int status, long elapsedNs);
    }

    /** Hears of everybody who is turned away without having been asked who calls, on an event loop. Must not block or throw. */
    @FunctionalInterface
    public interface Doorkeeper {
        /** Somebody was turned away. */
        void turnedAway(Turning why, ClientAddress client);
    }

    /** How event loops learn which sockets have something to read; default: the best that is there. */
    HttpContext polling(Polling value) {
        polling = value;
        return this;
    }

    /** Makes the thread that computes TLS handshakes. */
    HttpContext handshakeThread(ThreadFactory value) {
        handshakeThread = value;
        return this;
    }

    ThreadFactory handshakeThread() {
        return handshakeThread == null ? new DefaultThreadFactory(name + "-handshakes", true) : handshakeThread;
    }

    /** Checks that the options fit together; the range of each is its setting's. */
    HttpContext conclude() {
        require(certificate.isPresent() == certificateKey.isPresent(), "TLS needs a certificate and its key");
        require(certificate.isPresent() || clientAuthorities.isEmpty(), "clients show certificates over TLS only");
        require(requestBytes >= maxBodyBytes, "memory for requests must hold one body at least");
        noMemory = Problem.Prepared.unavailable(problems, retryAfterSeconds, "too many requests are arriving at once");
        tooManyConnections = Problem.Prepared.unavailable(problems, retryAfterSeconds, "too many connections");
        tooManyOfOneAddress =
                Problem.Prepared.unavailable(problems, retryAfterSeconds, "too many connections from this address");
        return this;
    }

    /** The clock by which all deadlines go: monotone milliseconds, for nothing else. Any thread. */
    static long nowMs() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
    }

    /** The shortest time after which something is to be done. */
    long shortestDeadlineMs() {
        return LongStream.of(
                        firstRequestMs, headDeadlineMs, requestDeadlineMs, replyDeadlineMs, unreadMs, idleMs, LINGER_MS)
                .min()
                .orElseThrow();
    }

    /** How long a request may take to arrive, or its head alone. */
    long arrivalLimitMs(boolean hasHead) {
        return hasHead ? requestDeadlineMs : Math.min(headDeadlineMs, requestDeadlineMs);
    }

    /** How long a connection may ask nothing. */
    long idleLimitMs(boolean hasAsked) {
        return hasAsked ? idleMs : Math.min(firstRequestMs, idleMs);
    }

    private void require(boolean holds, String rule) {
        if (!holds) {
            throw new IllegalArgumentException("listener " + name + ": " + rule);
        }
    }

    /** Names the threads and log lines. */
    public HttpContext name(String name) {
        this.name = name;
        return this;
    }

    public String name() {
        return name;
    }

    /** Where to listen; port 0 takes a free one. */
    public HttpContext listen(InetSocketAddress listen) {
        this.listen = listen;
        return this;
    }

    /** Threads that serve connections. */
    public HttpContext eventLoops(int eventLoops) {
        this.eventLoops = eventLoops;
        return this;
    }

    public int eventLoops() {
        return eventLoops;
    }

    /** Open connections; one more takes the place of the oldest idle one, or is answered {@code unavailable}. */
    public HttpContext maxConnections(int maxConnections) {
        this.maxConnections = maxConnections;
        return this;
    }

    public int maxConnections() {
        return maxConnections;
    }

    /** Requests of one connection without an answer yet; at the bound its bytes are left unread. */
    public HttpContext maxInFlightPerConnection(int maxInFlightPerConnection) {
        this.maxInFlightPerConnection = maxInFlightPerConnection;
        return this;
    }

    public int maxInFlightPerConnection() {
        return maxInFlightPerConnection;
    }

    /** Bytes of one request body; more is answered 413. */
    public HttpContext maxBodyBytes(int maxBodyBytes) {
        this.maxBodyBytes = maxBodyBytes;
        return this;
    }

    public int maxBodyBytes() {
        return maxBodyBytes;
    }

    /** Open connections of one client; one more takes the place of its oldest idle one, or is turned away. */
    public HttpContext maxConnectionsPerAddress(int maxConnectionsPerAddress) {
        this.maxConnectionsPerAddress = maxConnectionsPerAddress;
        return this;
    }

    public int maxConnectionsPerAddress() {
        return maxConnectionsPerAddress;
    }

    /** Bytes of all requests that arrive or wait, of all event loops; beyond them the worst sender is refused. */
    public HttpContext requestBytes(long requestBytes) {
        this.requestBytes = requestBytes;
        return this;
    }

    /** Bytes of all answers that their clients have not read, of all event loops; beyond them the worst reader is shed. */
    public HttpContext answerBytes(long answerBytes) {
        this.answerBytes = answerBytes;
        return this;
    }

    /** From the connection to its first request. */
    public HttpContext firstRequestMs(long firstRequestMs) {
        this.firstRequestMs = firstRequestMs;
        return this;
    }

    public long firstRequestMs() {
        return firstRequestMs;
    }

    /** From a request's first byte to the end of its head. */
    public HttpContext headDeadlineMs(long headDeadlineMs) {
        this.headDeadlineMs = headDeadlineMs;
        return this;
    }

    public long headDeadlineMs() {
        return headDeadlineMs;
    }

    /** The listener's certificate, PEM; empty: it speaks plain HTTP. */
    public HttpContext certificate(Optional<Path> certificate) {
        this.certificate = certificate;
        return this;
    }

    /** The certificate's private key, PEM. */
    public HttpContext certificateKey(Optional<Path> certificateKey) {
        this.certificateKey = certificateKey;
        return this;
    }

    /** Whose certificates clients must show, PEM; empty: none is asked for. */
    public HttpContext clientAuthorities(Optional<Path> clientAuthorities) {
        this.clientAuthorities = clientAuthorities;
        return this;
    }

    /** Where its TLS comes from; empty: it speaks plain HTTP. */
    public Optional<TlsFiles> tls() {
        return certificate.map(file -> new TlsFiles(file, certificateKey.orElseThrow(), clientAuthorities));
    }

    /** Who computes its TLS. */
    public HttpContext tlsProvider(TlsProvider tlsProvider) {
        this.tlsProvider = tlsProvider;
        return this;
    }

    public TlsProvider tlsProvider() {
        return tlsProvider;
    }

    /** From a connection's beginning to the end of its TLS handshake. */
    public HttpContext handshakeDeadlineMs(long handshakeDeadlineMs) {
        this.handshakeDeadlineMs = handshakeDeadlineMs;
        return this;
    }

    public long handshakeDeadlineMs() {
        return handshakeDeadlineMs;
    }

    /** From a request's first byte to its last. */
    public HttpContext requestDeadlineMs(long requestDeadlineMs) {
        this.requestDeadlineMs = requestDeadlineMs;
        return this;
    }

    public long requestDeadlineMs() {
        return requestDeadlineMs;
    }

    /** From a request's last byte to its answer; then {@code unavailable}. */
    public HttpContext replyDeadlineMs(long replyDeadlineMs) {
        this.replyDeadlineMs = replyDeadlineMs;
        return this;
    }

    public long replyDeadlineMs() {
        return replyDeadlineMs;
    }

    /** A connection whose client takes nothing of an answer for so long is closed. */
    public HttpContext unreadMs(long unreadMs) {
        this.unreadMs = unreadMs;
        return this;
    }

    public long unreadMs() {
        return unreadMs;
    }

    /** A connection without a request is closed after this. */
    public HttpContext idleMs(long idleMs) {
        this.idleMs = idleMs;
        return this;
    }

    public long idleMs() {
        return idleMs;
    }

    /** What {@code Retry-After} says with {@code unavailable}. */
    public HttpContext retryAfterSeconds(int retryAfterSeconds) {
        this.retryAfterSeconds = retryAfterSeconds;
        return this;
    }

    public int retryAfterSeconds() {
        return retryAfterSeconds;
    }

    /** Who may say on whose behalf it calls. */
    public HttpContext proxies(Proxies proxies) {
        this.proxies = proxies;
        return this;
    }

    public Proxies proxies() {
        return proxies;
    }

    /** What {@code WWW-Authenticate} says with every 401. */
    public HttpContext challenge(String challenge) {
        this.challenge = challenge;
        return this;
    }

    /** Writes the problem documents. */
    public HttpContext problems(Problem.Encoder problems) {
        this.problems = problems;
        return this;
    }

    /** Hears of every answer; by all event loops. */
    public HttpContext observer(Observer observer) {
        this.observer = observer;
        return this;
    }

    /** Hears of everybody who is turned away; by all event loops. */
    public HttpContext doorkeeper(Doorkeeper doorkeeper) {
        this.doorkeeper = doorkeeper;
        return this;
    }
}
