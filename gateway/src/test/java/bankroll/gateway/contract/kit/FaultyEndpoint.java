package bankroll.gateway.contract.kit;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BinaryOperator;

/** An operator's endpoint with a fault, or a bad way to it: stands before a right one and changes what goes through. */
public final class FaultyEndpoint implements AutoCloseable {
    private static final List<String> PASSED_ON =
            List.of("webhook-id", "webhook-timestamp", "webhook-signature", "content-type");

    static {
        // else each of its answers waits 40 ms for an acknowledgement
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    private final HttpServer server;
    private final HttpClient client = HttpClient.newHttpClient();
    private final Wallet wallet;
    private final Fault fault;
    private final AtomicBoolean isLost = new AtomicBoolean();

    /**
     * What is wrong with it.
     *
     * @param signsAnything whether every request is given a right signature
     * @param losesFirst a path whose first request is carried out and never answered; empty for none
     * @param answer the request's body and the answer's, to the answer that goes out
     */
    public record Fault(boolean signsAnything, String losesFirst, BinaryOperator<String> answer) {
        /** Answers otherwise. */
        public static Fault answering(BinaryOperator<String> answer) {
            return new Fault(false, "", answer);
        }

        /** Takes any signature. */
        public static Fault signingAnything() {
            return new Fault(true, "", (asked, answer) -> answer);
        }

        /** Loses the first answer to a call of this path. */
        public static Fault losingFirst(String path) {
            return new Fault(false, path, (asked, answer) -> answer);
        }
    }

    private FaultyEndpoint(HttpServer server, Wallet wallet, Fault fault) {
        this.server = server;
        this.wallet = wallet;
        this.fault = fault;
    }

    /** Whether an answer was lost. */
    public boolean hasLost() {
        return isLost.get();
    }

    /** Stands before the endpoint that this wallet calls. */
    public static FaultyEndpoint before(Wallet wallet, Fault fault) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        FaultyEndpoint endpoint = new FaultyEndpoint(server, wallet, fault);
        server.createContext("/", endpoint::handle);
        server.start();
        return endpoint;
    }

    /** The base of every path. */
    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
    }

    private void handle(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        HttpResponse<String> answer = passOn(exchange, body);
        boolean isOfPath = exchange.getRequestURI().getPath().endsWith(fault.losesFirst());
        if (!fault.losesFirst().isEmpty() && isOfPath && isLost.compareAndSet(false, true)) {
            exchange.close();
            return;
        }
        String changed = fault.answer().apply(new String(body, StandardCharsets.UTF_8), answer.body());
        for (String header : List.of("content-type", "allow", "retry-after")) {
            answer.headers()
                    .firstValue(header)
                    .ifPresent(value -> exchange.getResponseHeaders().set(header, value));
        }
        byte[] bytes = changed.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(answer.statusCode(), bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private HttpResponse<String> passOn(HttpExchange exchange, byte[] body) {
        URI base = wallet.endpoint().base();
        URI target = URI.create(base.getScheme() + "://" + base.getAuthority() + exchange.getRequestURI());
        HttpRequest.Builder request =
                HttpRequest.newBuilder(target).method(exchange.getRequestMethod(), BodyPublishers.ofByteArray(body));
        PASSED_ON.forEach(name -> exchange.getRequestHeaders()
                .getOrDefault(name, List.of())
                .forEach(value -> request.setHeader(name, value)));
        if (fault.signsAnything()) {
            Signer signer = wallet.signer();
            signer.headers("any", wallet.now(), body).forEach(request::setHeader);
        }
        try {
            return client.send(request.build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
