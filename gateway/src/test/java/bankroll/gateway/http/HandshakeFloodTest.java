package bankroll.gateway.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.gateway.contract.kit.TestAuthority;
import bankroll.gateway.contract.kit.TestAuthority.CertificateFiles;
import bankroll.gateway.faults.Needs;
import bankroll.gateway.http.ClientAddress.Proxies;
import bankroll.gateway.http.tls.TlsProvider;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

/** One stranger begins handshakes without end. The thread that computes them is held until all have come. */
@ParameterizedClass
@EnumSource(names = {"NATIVE", "JDK"})
class HandshakeFloodTest {
    /** No deadline comes before: a busy machine takes a minute for a flood. */
    private static final Duration SOON = Duration.ofMinutes(5);

    private static final int MAY_WAIT = 1_000;
    private static final int TOO_MANY = 200;
    private static final int OTHERS = 50;
    private static final String ATTACKER = "127.0.0.2";
    private static final SSLContext CLIENT = TestAuthority.client();

    private final CountDownLatch hasCome = new CountDownLatch(1);
    private final List<Socket> flood = new ArrayList<>();
    private final ExecutorService others = Executors.newFixedThreadPool(OTHERS);
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final Logger netty = (Logger) LoggerFactory.getLogger(SslHandler.class);

    @Parameter
    private TlsProvider provider;

    @TempDir
    private Path directory;

    private TestServer server;

    private void start(Consumer<HttpContext> more) {
        CertificateFiles files = TestAuthority.listener(directory, "first");
        server = new TestServer(context -> {
            context.certificate(Optional.of(files.certificate()))
                    .certificateKey(Optional.of(files.key()))
                    .tlsProvider(provider)
                    .handshakeDeadlineMs(SOON.toMillis())
                    .firstRequestMs(SOON.toMillis())
                    .handshakeThread(this::held);
            more.accept(context);
        });
    }

    private Thread held(Runnable handshakes) {
        Thread thread = new Thread(() -> {
            try {
                hasCome.await();
            } catch (InterruptedException e) {
                return;
            }
            handshakes.run();
        });
        thread.setDaemon(true);
        return thread;
    }

    @BeforeEach
    void listen() {
        Needs.provider(provider);
        log.start();
        netty.addAppender(log);
    }

    @AfterEach
    void stop() throws IOException {
        hasCome.countDown();
        others.shutdownNow();
        for (Socket socket : flood) {
            socket.close();
        }
        if (server != null) {
            server.close();
        }
        netty.detachAppender(log);
    }

    private Socket connect(String from) throws IOException {
        InetAddress to = InetAddress.getLoopbackAddress();
        return new Socket(to, server.listener().address().getPort(), InetAddress.getByName(from), 0);
    }

    /** Begins so many handshakes and goes on with none. */
    private void flood(int handshakes, String before) throws IOException {
        flood(handshakes, i -> ATTACKER, before);
    }

    private void flood(int handshakes, IntFunction<String> from, String before) throws IOException {
        byte[] hello = hello();
        for (int i = 0; i < handshakes; i++) {
            Socket socket = connect(from.apply(i));
            socket.getOutputStream().write(before.getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().write(hello);
            flood.add(socket);
        }
    }

    private static byte[] hello() throws SSLException {
        SSLEngine engine = CLIENT.createSSLEngine();
        engine.setUseClientMode(true);
        ByteBuffer hello = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
        engine.wrap(ByteBuffer.allocate(0), hello);
        byte[] bytes = new byte[hello.flip().remaining()];
        hello.get(bytes);
        return bytes;
    }

    private CompletableFuture<Void> handshake(String from, String before) {
        return CompletableFuture.runAsync(
                () -> {
                    try (Socket plain = connect(from)) {
                        plain.getOutputStream().write(before.getBytes(StandardCharsets.US_ASCII));
                        SSLSocket socket = (SSLSocket)
                                CLIENT.getSocketFactory().createSocket(plain, "127.0.0.1", plain.getPort(), true);
                        socket.startHandshake();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                },
                others);
    }

    private List<CompletableFuture<Void>> handshakes(String from, String before) {
        List<CompletableFuture<Void>> begun = new ArrayList<>();
        for (int i = 0; i < OTHERS; i++) {
            begun.add(handshake(from, before));
        }
        return begun;
    }

    private void shouldHaveFailed(long handshakes) {
        server.shouldHaveTurnedAway(handshakes, Turning.HANDSHAKE_FAILED, SOON);
    }

    @Test
    void shouldEndEveryHandshakeOfAnotherAddressAndRefuseTheOneThatHasMost() throws IOException {
        start(context -> {});
        flood(MAY_WAIT + TOO_MANY, "");
        shouldHaveFailed(TOO_MANY);

        List<CompletableFuture<Void>> another = handshakes("127.0.0.1", "");
        shouldHaveFailed(TOO_MANY + OTHERS);
        hasCome.countDown();

        another.forEach(CompletableFuture::join);
        assertEquals(
                List.of("HANDSHAKE_FAILED " + ATTACKER),
                server.turnedAway().stream().distinct().toList());
    }

    /** The proxy says whose connection each is, as it does for the bound of connections. */
    @Test
    void shouldRefuseTheClientBehindAProxyThatHasMostAndNotTheProxy() throws IOException {
        start(context -> context.proxies(Proxies.parse(ATTACKER).telling(Proxies.Telling.PROXY_PROTOCOL)));
        flood(MAY_WAIT + TOO_MANY, "PROXY TCP4 192.0.2.66 10.0.0.1 5555 443\r\n");
        shouldHaveFailed(TOO_MANY);

        List<CompletableFuture<Void>> another = handshakes(ATTACKER, "PROXY TCP4 192.0.2.1 10.0.0.1 5555 443\r\n");
        shouldHaveFailed(TOO_MANY + OTHERS);
        hasCome.countDown();

        another.forEach(CompletableFuture::join);
        assertEquals(
                List.of("HANDSHAKE_FAILED 192.0.2.66"),
                server.turnedAway().stream().distinct().toList());
    }

    @Test
    void shouldEndEveryHandshakeOfATrustedProxyWhileStrangersOfManyAddressesFillTheirRoom() throws IOException {
        start(context -> context.proxies(Proxies.parse("127.0.0.1").telling(Proxies.Telling.X_FORWARDED_FOR)));
        flood(MAY_WAIT + TOO_MANY, i -> "127.1." + i / 250 + "." + (1 + i % 250), "");
        shouldHaveFailed(TOO_MANY);

        List<CompletableFuture<Void>> proxy = handshakes("127.0.0.1", "");
        hasCome.countDown();

        proxy.forEach(CompletableFuture::join);
        shouldHaveFailed(TOO_MANY);
    }

    @Test
    void shouldCloseWhoMakesRoomInItsHandshakeAtOnceAndWithoutALineOfTheLogForEach() throws IOException {
        start(context -> context.maxConnectionsPerAddress(TOO_MANY));
        flood(2 * TOO_MANY, "");
        for (Socket gone : flood.subList(0, TOO_MANY)) {
            // nobody told it anything
            assertEquals(-1, gone.getInputStream().read());
        }
        assertEquals(TOO_MANY, server.listener().counters().count(Turning.MADE_ROOM));
        assertEquals(List.of(), log.list);
    }

    @Test
    void shouldCloseWhoIsIdleInItsHandshakeWithoutALineOfTheLogForEach() throws IOException {
        start(context -> context.idleMs(100));
        flood(3, "");
        for (Socket gone : flood) {
            assertEquals(-1, gone.getInputStream().read());
        }
        assertEquals(List.of(), log.list);
    }

    @Test
    void shouldRefuseHandshakesWithoutALineOfTheLogForEach() throws IOException {
        start(context -> {});
        flood(MAY_WAIT + TOO_MANY, "");
        shouldHaveFailed(TOO_MANY);
        for (Socket refused : flood.subList(MAY_WAIT, MAY_WAIT + TOO_MANY)) {
            assertEquals(-1, refused.getInputStream().read());
        }
        hasCome.countDown();
        for (Socket served : flood.subList(0, MAY_WAIT)) {
            assertEquals(22, served.getInputStream().read());
        }
        assertEquals(List.of(), log.list);
    }
}
