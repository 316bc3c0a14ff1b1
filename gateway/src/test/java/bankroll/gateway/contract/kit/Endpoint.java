package bankroll.gateway.contract.kit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.net.ssl.SSLContext;

/** One listener of the service. Every answer that comes through here is held against {@code docs/openapi}. */
public final class Endpoint {
    private static final Duration TIMEOUT = Duration.ofSeconds(40);
    private static final HttpClient CLIENT = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(TIMEOUT)
            .build();
    private final URI base;
    private final HttpClient client;

    /** An endpoint below this base, which has no slash at its end. */
    public Endpoint(URI base) {
        this.base = base;
        this.client = base.getScheme().equals("https") ? Trusting.CLIENT : CLIENT;
    }

    private Endpoint(URI base, SSLContext tls) {
        this.base = base;
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(TIMEOUT)
                .sslContext(tls)
                .build();
    }

    /** An endpoint that is called over this TLS. */
    public static Endpoint over(SSLContext tls, URI base) {
        return new Endpoint(base, tls);
    }

    /** Trusts the certificates of the tests. */
    private static final class Trusting {
        static final HttpClient CLIENT = new Endpoint(null, TestAuthority.client()).client;
    }

    /** The base of every path. */
    public URI base() {
        return base;
    }

    /** Sends over a pooled connection. */
    public Answer send(Call call) {
        return checked(call, exchange(call));
    }

    /** Sends over a connection of its own, byte for byte as the call stands: paths that no URI may have, too. */
    public Answer sendRaw(Call call) {
        try (RawHttp raw = raw()) {
            return checked(call, raw.send(call));
        }
    }

    /** A connection for anything. */
    public RawHttp raw() {
        return new RawHttp(base);
    }

    /** Holds an answer against the API's description. */
    public static Answer checked(Call call, Answer answer) {
        OpenApi.of(call.path()).check(call, answer);
        return answer;
    }

    private Answer exchange(Call call) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + call.path()))
                .timeout(TIMEOUT)
                .method(
                        call.method(),
                        call.body().length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(call.body()));
        call.headers().forEach(each -> request.header(each.getKey(), each.getValue()));
        try {
            return answer(client.send(request.build(), BodyHandlers.ofByteArray()));
        } catch (IOException e) {
            throw new UncheckedIOException(call + " of " + base, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static Answer answer(HttpResponse<byte[]> response) {
        Map<String, List<String>> headers = new HashMap<>();
        response.headers().map().forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values));
        return new Answer(response.statusCode(), headers, response.body());
    }
}
