package bankroll.gateway.client;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.condition.Reason;
import bankroll.protocol.Sha256;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.net.ssl.SSLException;

/** Calls one of the two listeners: signed as a platform, or with an operator's token. One thread; with a token, any. */
public final class ServiceClient {
    /** The header that says what a body is. */
    public static final String CONTENT_TYPE = "content-type";

    private static final Duration PATIENCE = Duration.ofSeconds(15);
    /** For the calls that the service does on a thread of their own and gives half a minute: it answers before. */
    private static final Duration LONG_PATIENCE = Duration.ofSeconds(35);

    private static final Pattern SLOW =
            Pattern.compile("/operator/v1/(?:reload|diagnostics|cluster/(?:hand-over|journal|chain|seed))(?:\\?.*)?");
    private static final long LEAST_WAIT_NS = TimeUnit.MILLISECONDS.toNanos(50);

    private final HttpClient http;
    private final String base;
    private final Optional<WebhookSigner> signer;
    private final Optional<String> token;

    private final Duration comesBackFor;

    private ServiceClient(String base, Trust trust, Optional<WebhookSigner> signer, Optional<String> token) {
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(PATIENCE)
                .sslContext(trust.context())
                .build();
        this.base = base;
        this.signer = signer;
        this.token = token;
        this.comesBackFor = Duration.ZERO;
    }

    private ServiceClient(ServiceClient other, Duration comesBackFor) {
        this.http = other.http;
        this.base = other.base;
        this.signer = other.signer;
        this.token = other.token;
        this.comesBackFor = comesBackFor;
    }

    /** Signs every call with the secret. */
    public static ServiceClient platform(String url, Trust trust, String secret) {
        return new ServiceClient(url, trust, Optional.of(WebhookSigner.of(secret)), Optional.empty());
    }

    /** Shows the token with every call. */
    public static ServiceClient operator(String url, Trust trust, String token) {
        return new ServiceClient(url, trust, Optional.empty(), Optional.of(token));
    }

    /** Shows nothing: for health and metrics. */
    public static ServiceClient open(String url, Trust trust) {
        return new ServiceClient(url, trust, Optional.empty(), Optional.empty());
    }

    /** The same, which asks again for so long where the service is busy with the same call for somebody else. */
    public ServiceClient comingBack(Duration forSoLong) {
        return new ServiceClient(this, forSoLong);
    }

    /**
     * Calls and waits.
     *
     * @param path begins with a slash; stands behind the base
     * @param body empty: none
     */
    public HttpAnswer call(String method, String path, String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        return send(method, path, bytes, headers(bytes));
    }

    /**
     * Calls with these headers as they are: whatever they sign, or don't.
     *
     * @param path begins with a slash; stands behind the base
     * @param body empty: none
     * @param headers the content type is added unless it is among them
     */
    public HttpAnswer send(String method, String path, byte[] body, Map<String, String> headers) {
        HttpRequest.Builder request =
                request(method, path).method(method, HttpRequest.BodyPublishers.ofByteArray(body));
        if (body.length > 0 && !headers.containsKey(CONTENT_TYPE)) {
            request.header(CONTENT_TYPE, "application/json");
        }
        headers.forEach(request::header);
        return send(request.build());
    }

    /** The headers that sign a body as this message; for a client of the platform's side. */
    public Map<String, String> signed(String id, long timestampSeconds, byte[] body) {
        return signer.orElseThrow().headers(id, timestampSeconds, body);
    }

    /** The same without a body, for an answer that is no text. */
    public byte[] bytes(String method, String path) {
        HttpRequest.Builder request = request(method, path);
        headers(new byte[0]).forEach(request::header);
        HttpResponse<byte[]> response = send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
        if (response.statusCode() != 200) {
            throw ConditionException.wrong(
                    "HTTP " + response.statusCode() + " " + new String(response.body(), StandardCharsets.UTF_8));
        }
        return response.body();
    }

    /** How long the answer to a call is waited for. */
    public static Duration patience(String path) {
        return SLOW.matcher(path).matches() ? LONG_PATIENCE : PATIENCE;
    }

    /** A method or an address with a slip of the pen in it. */
    private HttpRequest.Builder request(String method, String path) {
        try {
            HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + path))
                    .timeout(patience(path))
                    .method(method, HttpRequest.BodyPublishers.noBody());
            if (path.startsWith("/") && request.build().uri().getPort() <= 65_535) {
                return request;
            }
        } catch (IllegalArgumentException e) {
            // the same as a path without its slash: not what HTTP can send
        }
        throw new ConditionException(
                ExitCode.USAGE,
                "no call: " + method + " " + base + " " + path,
                "give a method as POST, an address as http://HOST:PORT, and a path that begins with /");
    }

    private Map<String, String> headers(byte[] body) {
        if (token.isPresent()) {
            return Map.of("Authorization", "Bearer " + token.get());
        }
        long now = System.currentTimeMillis() / 1000;
        return signer.map(it -> it.headers("msg_" + UUID.randomUUID(), now, body))
                .orElse(Map.of());
    }

    private HttpAnswer send(HttpRequest request) {
        HttpResponse<String> response = send(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
        return new HttpAnswer(response.statusCode(), response.body(), response.headers());
    }

    private <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> handler) {
        long beganNs = System.nanoTime();
        while (true) {
            HttpResponse<T> response = sendOnce(request, handler);
            if (!HttpAnswer.isBusy(response.statusCode(), response.headers())) {
                return response;
            }
            long waitNs = waitNs(response.headers());
            if (System.nanoTime() - beganNs + waitNs > comesBackFor.toNanos()) {
                return response;
            }
            LockSupport.parkNanos(waitNs);
        }
    }

    /** As long as the service says, in whole seconds. */
    private static long waitNs(HttpHeaders headers) {
        String seconds = headers.firstValue(HttpAnswer.RETRY_AFTER).orElse("");
        return seconds.matches("[1-9]\\d{0,3}") ? TimeUnit.SECONDS.toNanos(Long.parseLong(seconds)) : LEAST_WAIT_NS;
    }

    private <T> HttpResponse<T> sendOnce(HttpRequest request, HttpResponse.BodyHandler<T> handler) {
        try {
            return http.send(request, handler);
        } catch (ConnectException e) {
            if (e.getCause() instanceof UnresolvedAddressException
                    || e.getCause() instanceof ConnectException within
                            && within.getCause() instanceof UnresolvedAddressException) {
                throw new ConditionException(
                        ExitCode.UNAVAILABLE,
                        "the host " + request.uri().getHost() + " of " + base + " is not known",
                        "correct " + addressOption());
            }
            throw new ConditionException(
                    ExitCode.UNAVAILABLE,
                    "no service answers at " + base,
                    "is the service running (" + Invocation.command() + " serve --demo)? Another address: "
                            + addressOption());
        } catch (SSLException e) {
            throw new ConditionException(
                    ExitCode.UNAVAILABLE,
                    "no TLS with " + base + ": " + Reason.of(e),
                    "--ca-file FILE names whose certificates are believed; the address must be one that the service's"
                            + " certificate is for; a listener that asks for a client's certificate wants --cert-file"
                            + " and --key-file");
        } catch (IOException e) {
            throw new ConditionException(
                    ExitCode.UNAVAILABLE,
                    "no answer from " + request.uri() + ": " + Reason.of(e),
                    "see the service's log; where it speaks TLS, its address begins with https");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ConditionException(
                    ExitCode.UNAVAILABLE, "interrupted while waiting for " + request.uri(), "call again");
        }
    }

    /** What names the listener on every command line that calls it. */
    private String addressOption() {
        return signer.isPresent() ? "--url" : "--operator-url";
    }

    /** Signs as a platform does, by Standard Webhooks 1.0 (decisions §1). One thread. */
    static final class WebhookSigner {
        private static final String PREFIX = "whsec_";

        private final Mac mac;

        private WebhookSigner(Mac mac) {
            this.mac = mac;
        }

        /** Signs with a {@code whsec_…} secret, padded or not. */
        static WebhookSigner of(String secret) {
            if (!secret.startsWith(PREFIX)) {
                throw new IllegalArgumentException("a signing secret begins with " + PREFIX);
            }
            byte[] key = Base64.getDecoder().decode(secret.substring(PREFIX.length()));
            return new WebhookSigner(Sha256.hmac(key));
        }

        /** The three headers of a message. */
        Map<String, String> headers(String id, long timestampSeconds, byte[] body) {
            Map<String, String> headers = new LinkedHashMap<>();
            headers.put("webhook-id", id);
            headers.put("webhook-timestamp", Long.toString(timestampSeconds));
            headers.put("webhook-signature", sign(id, timestampSeconds, body));
            return headers;
        }

        /** The value of {@code webhook-signature}. */
        String sign(String id, long timestampSeconds, byte[] body) {
            mac.update((id + "." + timestampSeconds + ".").getBytes(StandardCharsets.UTF_8));
            return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
        }
    }
}
