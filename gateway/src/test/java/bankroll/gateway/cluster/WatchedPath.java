package bankroll.gateway.cluster;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.function.Consumer;

/** A way to a node's operator API on which something happens there before a request is passed on. */
final class WatchedPath implements AutoCloseable {
    private final HttpServer server;
    private final HttpClient client = HttpClient.newHttpClient();
    private final String url;
    private final Consumer<String> before;

    /**
     * Begins.
     *
     * @param url of the node
     * @param before hears each request's path
     */
    WatchedPath(String url, Consumer<String> before) throws IOException {
        this.url = url;
        this.before = before;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::passOn);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private void passOn(HttpExchange exchange) throws IOException {
        try (exchange) {
            before.accept(exchange.getRequestURI().getPath());
            HttpRequest request = HttpRequest.newBuilder(URI.create(url + exchange.getRequestURI()))
                    .method(
                            exchange.getRequestMethod(),
                            BodyPublishers.ofByteArray(exchange.getRequestBody().readAllBytes()))
                    .header("Authorization", exchange.getRequestHeaders().getFirst("Authorization"))
                    .build();
            HttpResponse<byte[]> answer = client.send(request, BodyHandlers.ofByteArray());
            byte[] body = answer.body();
            exchange.sendResponseHeaders(answer.statusCode(), body.length == 0 ? -1 : body.length);
            if (body.length > 0) {
                exchange.getResponseBody().write(body);
            }
        } catch (InterruptedException | AssertionError e) {
            throw new IOException(e);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
