package bankroll.gateway.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.ExitCode;
import bankroll.gateway.demo.DemoSecrets;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code call authenticate} beside a demo: the session is kept for the debits that follow. */
class CallSessionTest {
    private static final String IDENTITY = "{\"player_id\":\"anna\",\"session_id\":\"session-of-anna\"}";

    @TempDir
    private Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private DemoSecrets demo;
    private HttpServer service;

    @BeforeEach
    void begin() throws IOException {
        demo = DemoSecrets.in(directory);
        demo.ensure();
        service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        service.createContext("/v1/players/authenticate", exchange -> answer(exchange, IDENTITY));
        service.createContext("/v1/transactions", exchange -> answer(exchange, "{\"results\":[{\"status\":\"ok\"}]}"));
        service.start();
    }

    @AfterEach
    void end() {
        service.stop(0);
    }

    private void answer(HttpExchange exchange, String body) throws IOException {
        try (exchange) {
            asked.add(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
            exchange.sendResponseHeaders(200, body.length());
            exchange.getResponseBody().write(body.getBytes(UTF_8));
        }
    }

    @Test
    void shouldDebitWithTheSessionOfTheLastAuthenticate() {
        assertEquals(ExitCode.OK, call("authenticate", "code"), err::toString);
        assertEquals(ExitCode.OK, call("debit", "anna", "250"), err::toString);

        assertTrue(asked.get(1).contains("\"session-of-anna\""), asked::toString);
    }

    /** The code is used up, and nobody would ever learn the session. */
    @Test
    void shouldShowTheAnswerAlsoWhereTheSessionCanNotBeKept() throws IOException {
        Path taken = Files.createDirectory(demo.lastSession());
        Files.createFile(taken.resolve("of-somebody-else"));

        assertEquals(ExitCode.OK, call("authenticate", "code"), err::toString);

        assertTrue(out.toString().contains("\"session-of-anna\""), out::toString);
        String warned = "bankroll: the session is not kept for the debits that follow: can't write " + taken + ": ";
        assertTrue(err.toString().contains(warned), err::toString);
        assertTrue(err.toString().contains("; give it to them with --session"), err::toString);
        assertFalse(err.toString().contains("Exception"), err::toString);
        assertEquals(List.of(), temporaryFiles());
    }

    private List<Path> temporaryFiles() throws IOException {
        try (Stream<Path> files = Files.list(demo.lastSession().getParent())) {
            return files.filter(file -> file.toString().endsWith(".tmp")).toList();
        }
    }

    private int call(String... words) {
        String url = "http://127.0.0.1:" + service.getAddress().getPort() + "/v1";
        Stream<String> target = Stream.of("--data", directory.toString(), "--url", url);
        String[] line = Stream.of(Stream.of("call"), Stream.of(words), target)
                .flatMap(part -> part)
                .toArray(String[]::new);
        return BankrollMain.commandLine(line)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(line);
    }
}
