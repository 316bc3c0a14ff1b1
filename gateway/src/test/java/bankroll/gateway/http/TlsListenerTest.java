package bankroll.gateway.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.ConditionException;
import bankroll.gateway.contract.kit.Answer;
import bankroll.gateway.contract.kit.TestAuthority;
import bankroll.gateway.contract.kit.TestAuthority.CertificateFiles;
import bankroll.gateway.faults.Needs;
import bankroll.gateway.http.tls.TlsProvider;
import bankroll.testkit.Eventually;
import io.netty.pkitesting.CertificateBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@ParameterizedClass
@EnumSource(names = {"NATIVE", "JDK"})
class TlsListenerTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final String GET = "GET /items/1 HTTP/1.1\r\nHost: x\r\n\r\n";
    private static final SSLContext CLIENT = TestAuthority.client();

    @Parameter
    private TlsProvider provider;

    @TempDir
    private Path directory;

    private CertificateFiles files;
    private TestServer server;

    @BeforeEach
    void certify() {
        Needs.provider(provider);
        files = TestAuthority.listener(directory, "first");
    }

    @AfterEach
    void close() {
        if (server != null) {
            server.close();
        }
    }

    private void start(Consumer<HttpContext> more) {
        server = new TestServer(context -> {
            secured(context, files).tlsProvider(provider);
            more.accept(context);
        });
    }

    private static HttpContext secured(HttpContext context, CertificateFiles files) {
        return context.certificate(Optional.of(files.certificate())).certificateKey(Optional.of(files.key()));
    }

    private RawConnection connect(SSLContext client) {
        return new RawConnection(client.getSocketFactory(), port());
    }

    private int port() {
        return server.listener().address().getPort();
    }

    private SSLSocket socket(String version, String... ciphers) throws IOException {
        SSLSocket socket = (SSLSocket) CLIENT.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port());
        socket.setEnabledProtocols(new String[] {version});
        if (ciphers.length > 0) {
            socket.setEnabledCipherSuites(ciphers);
        }
        socket.setSoTimeout((int) SOON.toMillis());
        return socket;
    }

    private static String text(Answer answer) {
        return new String(answer.body(), StandardCharsets.ISO_8859_1);
    }

    private static void shouldBeServed(RawConnection raw) {
        raw.send(GET);
        assertEquals("1", text(raw.read()));
    }

    /** The client may learn it at the handshake's end or, under 1.3, when it first reads. */
    private static void shouldBeTurnedAway(RawConnection raw) {
        assertThrows(UncheckedIOException.class, () -> {
            raw.send(GET);
            raw.read();
        });
    }

    private void shouldHaveFailed(long handshakes) {
        server.shouldHaveTurnedAway(handshakes, Turning.HANDSHAKE_FAILED, SOON);
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void shouldServeOverBothVersions(String version) throws IOException {
        start(context -> {});
        try (SSLSocket socket = socket(version)) {
            socket.getOutputStream().write(GET.getBytes(StandardCharsets.US_ASCII));
            assertEquals("HTTP/1.1 200 OK".length(), socket.getInputStream().readNBytes(15).length);
            assertEquals(version, socket.getSession().getProtocol());
        }
    }

    /** The native library asks for other signatures than those of a key on a curve; one version has two kinds. */
    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
    void shouldServeWithAnRsaKey(String version) throws IOException {
        files = TestAuthority.listener(directory, "rsa", CertificateBuilder::rsa2048);
        start(context -> {});
        try (SSLSocket socket = socket(version)) {
            socket.getOutputStream().write(GET.getBytes(StandardCharsets.US_ASCII));
            assertEquals("HTTP/1.1 200 OK".length(), socket.getInputStream().readNBytes(15).length);
            assertEquals(
                    "RSA",
                    socket.getSession().getPeerCertificates()[0].getPublicKey().getAlgorithm());
        }
    }

    @Test
    void shouldComputeHandshakesOnAThreadOfTheirOwn() {
        start(context -> {});
        try (RawConnection raw = connect(CLIENT)) {
            shouldBeServed(raw);
        }
        assertTrue(Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().startsWith("test-handshakes")));
    }

    @Test
    void shouldKeepAConnectionForManyRequestsAndLargeBodies() {
        start(context -> {});
        String body = "0123456789abcdef".repeat(64 * 1024);
        try (RawConnection raw = connect(CLIENT)) {
            for (int i = 0; i < 3; i++) {
                shouldBeServed(raw);
                raw.send("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
                assertEquals(body, text(raw.read()));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256", "TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA"})
    void shouldNotTakeAWeakCipher(String cipher) throws IOException {
        start(context -> {});
        try (SSLSocket socket = socket("TLSv1.2", cipher)) {
            assertThrows(SSLException.class, socket::startHandshake);
        }
        shouldHaveFailed(1);
    }

    @Test
    void shouldCloseOnWhoSpeaksPlainHttpAndServeOthers() {
        start(context -> {});
        try (RawConnection plain = server.connect()) {
            plain.send(GET);
            plain.awaitEnd();
        }
        shouldHaveFailed(1);
        assertEquals(List.of("HANDSHAKE_FAILED 127.0.0.1"), server.turnedAway());
        try (RawConnection raw = connect(CLIENT)) {
            shouldBeServed(raw);
        }
    }

    @Test
    void shouldTellTheEndOfAConnectionSoThatItIsNoCut() throws IOException {
        start(context -> {});
        for (String version : List.of("TLSv1.2", "TLSv1.3")) {
            try (SSLSocket socket = socket(version)) {
                String last = "GET /items/1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
                socket.getOutputStream().write(last.getBytes(StandardCharsets.US_ASCII));
                // a connection that was cut would throw
                String all = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
                assertTrue(all.startsWith("HTTP/1.1 200"), all);
            }
        }
    }

    @Test
    void shouldEndTheConnectionAfterARefusal() throws IOException {
        start(context -> {});
        try (SSLSocket socket = socket("TLSv1.3")) {
            socket.getOutputStream().write("nonsense\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            String all = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            assertTrue(all.startsWith("HTTP/1.1 400"), all);
        }
    }

    @Test
    void shouldForgetAClientThatIsGone() {
        start(context -> {});
        for (int i = 0; i < 3; i++) {
            try (RawConnection raw = connect(CLIENT)) {
                shouldBeServed(raw);
            }
        }
        Eventually.within(SOON, "open connections", server.listener().counters()::openConnections, open -> open == 0);
    }

    @Test
    void shouldCloseWhoDoesNotEndItsHandshakeInTime() {
        start(context -> context.handshakeDeadlineMs(100));
        try (RawConnection silent = server.connect();
                RawConnection halfway = server.connect()) {
            halfway.send("\u0016\u0003\u0001\u0001");
            silent.awaitEnd();
            halfway.awaitEnd();
        }
        shouldHaveFailed(2);
    }

    @Test
    void shouldLetTheOldestHandshakeGoForANewConnectionAtTheBound() {
        start(context -> context.maxConnections(2));
        try (RawConnection first = server.connect();
                RawConnection second = server.connect()) {
            first.send("\u0016\u0003");
            second.send("\u0016\u0003");
            Eventually.within(
                    SOON, "open connections", server.listener().counters()::openConnections, open -> open == 2);
            try (RawConnection third = server.connect()) {
                third.send("\u0016\u0003");
                first.awaitEnd();
                assertEquals(1, server.listener().counters().count(Turning.MADE_ROOM));
                assertEquals(List.of("MADE_ROOM 127.0.0.1"), server.turnedAway());
            }
        }
        Eventually.within(SOON, "open connections", server.listener().counters()::openConnections, open -> open == 0);
        try (RawConnection raw = connect(CLIENT)) {
            shouldBeServed(raw);
        }
    }

    @Test
    void shouldHoldTheBoundOfTheListenerHoweverManyComeAtOnce() throws IOException {
        shouldHoldTheBound(8, context -> context.maxConnections(8));
    }

    @Test
    void shouldHoldTheBoundOfAnAddressHoweverManyComeAtOnce() throws IOException {
        shouldHoldTheBound(8, context -> context.maxConnectionsPerAddress(8));
    }

    /** All that are idle have ended their handshakes. The selector of the JDK accepts 16 before a flush that was put off. */
    private void shouldHoldTheBound(int bound, Consumer<HttpContext> more) throws IOException {
        LongAccumulator most = new LongAccumulator(Math::max, 0);
        start(context -> more.accept(context.polling(Polling.NIO)
                .doorkeeper((why, client) ->
                        most.accumulate(server.listener().counters().openConnections()))));
        List<RawConnection> connections = new ArrayList<>();
        for (int i = 0; i < bound; i++) {
            RawConnection idle = connect(CLIENT);
            connections.add(idle);
            shouldBeServed(idle);
        }
        server.onLoop(() -> {
            for (int i = 0; i < 4 * bound; i++) {
                connections.add(server.connect());
            }
        });
        HttpCounters counters = server.listener().counters();
        Eventually.within(SOON, "connections accepted", counters::acceptedConnections, all -> all == 5 * bound);
        server.onLoop(() -> {});

        assertEquals(bound, counters.openConnections());
        assertEquals(bound + 1, most.get(), "the newcomer itself");
        assertEquals(4 * bound, counters.count(Turning.MADE_ROOM), "each once");
        connections.subList(0, 4 * bound).forEach(RawConnection::awaitEnd);
        connections.forEach(RawConnection::close);
    }

    @Test
    void shouldShowARenewedCertificateToNewConnectionsAndKeepTheOldOnes() throws IOException {
        start(context -> {});
        try (RawConnection old = connect(CLIENT)) {
            shouldBeServed(old);
            Instant end = Instant.now().plusSeconds(3_600).truncatedTo(ChronoUnit.SECONDS);
            CertificateFiles second = TestAuthority.listener(directory, "second", end);
            server.listener()
                    .certificateRenewal(secured(new HttpContext(), second))
                    .run();

            try (SSLSocket socket = socket("TLSv1.3")) {
                socket.startHandshake();
                X509Certificate shown = (X509Certificate) socket.getSession().getPeerCertificates()[0];
                assertEquals(second.bundle().getCertificate(), shown);
                long told = server.listener().counters().certificateNotAfterMs().orElseThrow();
                assertEquals(end.toEpochMilli(), told);
            }
            shouldBeServed(old);
        }
    }

    @Test
    void shouldKeepItsCertificateWhenTheNewOneCannotBeUsed() throws IOException {
        start(context -> {});
        Path broken = Files.writeString(directory.resolve("broken.pem"), "-----BEGIN CERTIFICATE-----\nMII");
        ConditionException refusal = assertThrows(
                ConditionException.class,
                () -> server.listener()
                        .certificateRenewal(secured(new HttpContext(), files).certificate(Optional.of(broken))));
        assertTrue(refusal.getMessage().contains("broken.pem"), refusal::getMessage);
        assertThrows(ConditionException.class, () -> server.listener().certificateRenewal(new HttpContext()));
        try (RawConnection raw = connect(CLIENT)) {
            shouldBeServed(raw);
        }
    }

    @Test
    void shouldAskForACertificateWhereClientsMustShowOne() {
        Path root = TestAuthority.root(directory);
        start(context -> context.clientAuthorities(Optional.of(root)));
        try (RawConnection nobody = connect(CLIENT)) {
            shouldBeTurnedAway(nobody);
        }
        shouldHaveFailed(1);
        try (RawConnection known = connect(TestAuthority.client(TestAuthority.certificate("alpha")))) {
            shouldBeServed(known);
        }
    }

    @Test
    void shouldDrainOverTls() throws InterruptedException {
        start(context -> {});
        try (RawConnection raw = connect(CLIENT)) {
            raw.send("GET /later HTTP/1.1\r\nHost: x\r\n\r\n");
            Exchange exchange = server.awaitWaiting();
            server.release(exchange, "done");
            assertEquals("done", text(raw.read()));
            assertTrue(server.listener().drain(SOON.toMillis()));
        }
    }
}
