package bankroll.bench.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.bench.report.Measurements;
import bankroll.tools.console.Progress;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LoadLoopTest {
    private static final int REQUESTS = 3;

    private final AnsweredScript script = new AnsweredScript(2, REQUESTS);
    private final AnswerCounts findings = new AnswerCounts();
    private final Measurements measurements = new Measurements();
    private ServerSocket server;
    private Optional<SSLContext> tls = Optional.empty();

    @BeforeEach
    void listen() throws IOException {
        server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void close() throws IOException {
        server.close();
    }

    @Test
    void shouldMeasureAndCheckEveryAnswerHoweverTheBytesArrive() throws Exception {
        play(7, ok(0), ok(1), ok(2));

        assertTrue(findings.areClean(), () -> findings.samples().toString());
        assertEquals(REQUESTS, measurements.requests());
        assertEquals(REQUESTS * AnsweredScript.ITEMS, measurements.items());
        assertEquals(REQUESTS, measurements.latencies().getTotalCount());
    }

    @Test
    void shouldReadAnswersOverTlsHoweverTheBytesArrive() throws Exception {
        X509Bundle bundle = new CertificateBuilder()
                .ecp256()
                .subject("CN=server")
                .setIsCertificateAuthority(true)
                .buildSelfSigned();
        SSLContext serving = context(bundle.toKeyManagerFactory().getKeyManagers(), null);
        server.close();
        server = serving.getServerSocketFactory().createServerSocket(0, 1, InetAddress.getLoopbackAddress());
        tls = Optional.of(context(null, new TrustManager[] {bundle.toTrustManager()}));

        play(7, ok(0), ok(1), ok(2));

        assertTrue(findings.areClean(), () -> findings.samples().toString());
        assertEquals(REQUESTS * AnsweredScript.ITEMS, measurements.items());
    }

    private static SSLContext context(KeyManager[] keys, TrustManager[] trusted) throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys, trusted, null);
        return context;
    }

    @Test
    void shouldNotTrustItsModelAfterAnAnswerWithoutResults() throws Exception {
        play(1000, ok(0), http("503 Service Unavailable", "{}"), ok(2));

        assertEquals(1L, findings.problems().get(503));
        assertEquals(AnsweredScript.ITEMS, findings.rights());
        assertEquals(2 * AnsweredScript.ITEMS, findings.uncheckedItems());
    }

    @Test
    void shouldNoticeTheAnswersOfTwoRequestsSwapped() throws Exception {
        play(1000, ok(1), ok(0), ok(2));

        assertEquals(2 * AnsweredScript.ITEMS, findings.wrongs());
    }

    @Test
    void shouldFailWhenTheServerHangsUp() {
        assertThrows(UncheckedIOException.class, () -> play(1000, ok(0)));
    }

    private String ok(int request) {
        return http("200 OK", script.answer(request));
    }

    private static String http(String status, String body) {
        return "HTTP/1.1 " + status + "\r\nContent-Type: application/json\r\ncontent-length: " + body.length()
                + "\r\n\r\n" + body;
    }

    private void play(int pieceBytes, String... answers) throws Exception {
        Thread serving = new Thread(() -> serve(pieceBytes, answers));
        serving.start();
        LoadConnection connection = new LoadConnection(0, script.script, 2);
        LoadLoop loop = new LoadLoop(
                List.of(connection),
                SendingPace.Closed.toTheEnd(),
                new AnswerCheck.OfBatch(),
                measurements,
                findings,
                Progress.none());
        String scheme = tls.isPresent() ? "https" : "http";
        URI platform = URI.create(scheme + "://127.0.0.1:" + server.getLocalPort() + "/v1");
        loop.run(AnsweredScript.target(platform, tls));
        serving.join();
    }

    /** Says what it was told to say, an answer when its request is there, a piece at a time; then hangs up. */
    private void serve(int pieceBytes, String... answers) {
        try (Socket socket = server.accept()) {
            socket.setTcpNoDelay(true);
            for (int request = 0; request < answers.length; request++) {
                int before = request == 0 ? 0 : script.script.end(request - 1);
                socket.getInputStream().readNBytes(script.script.end(request) - before);
                byte[] bytes = answers[request].getBytes(StandardCharsets.UTF_8);
                for (int said = 0; said < bytes.length; said += pieceBytes) {
                    socket.getOutputStream().write(bytes, said, Math.min(pieceBytes, bytes.length - said));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
