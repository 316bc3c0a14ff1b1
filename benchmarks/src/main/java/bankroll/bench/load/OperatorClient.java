package bankroll.bench.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Calls the operator's listener; for what happens before and after the clock. Any thread. */
final class OperatorClient {
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();
    private final URI base;
    private final String token;

    OperatorClient(URI base, String token) {
        this.base = base;
        this.token = token;
    }

    /** Posts and tells the body of a 200, or nothing of a 204. */
    String post(String path, String body) {
        return call(request(path).POST(BodyPublishers.ofString(body)).build());
    }

    /** Gets and tells the body of a 200. */
    String get(String path) {
        return call(request(path).GET().build());
    }

    /** Whether the service says that it is ready. */
    boolean isReady() {
        try {
            return send(request("/health/ready").GET().build()).statusCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(base.resolve(path))
                .timeout(Duration.ofSeconds(30))
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json");
    }

    private String call(HttpRequest request) {
        try {
            HttpResponse<String> response = send(request);
            if (response.statusCode() != 200 && response.statusCode() != 204) {
                throw new IllegalStateException(request.method() + " " + request.uri() + " was answered with "
                        + response.statusCode() + ": " + response.body());
            }
            return response.body();
        } catch (IOException e) {
            throw new UncheckedIOException("the operator's listener at " + base + " can't be reached", e);
        }
    }

    private HttpResponse<String> send(HttpRequest request) throws IOException {
        try {
            return http.send(request, BodyHandlers.ofString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
