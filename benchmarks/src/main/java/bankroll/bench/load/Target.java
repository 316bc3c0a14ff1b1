package bankroll.bench.load;

import bankroll.bench.process.ServiceJvm;
import bankroll.gateway.client.ServiceClient;
import bankroll.gateway.client.Trust;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * The service under load.
 *
 * @param platform base URL of the platform's API, as {@code http://127.0.0.1:8080/v1}
 * @param operator base URL of the operator's listener, as {@code http://127.0.0.1:8081}
 * @param secret the platform's signing secret, {@code whsec_…}
 * @param operatorToken an admin's token
 * @param tls trusts the platform listener's certificate; empty where it speaks plain HTTP
 */
record Target(URI platform, URI operator, String secret, String operatorToken, Optional<SSLContext> tls) {
    Target {
        if (!(tls.isPresent() ? "https" : "http").equals(platform.getScheme())
                || platform.getHost() == null
                || platform.getPort() < 0) {
            throw new IllegalArgumentException("--url must be like http://HOST:PORT/v1, not " + platform);
        }
        if (!"http".equals(operator.getScheme()) || operator.getHost() == null) {
            throw new IllegalArgumentException("--operator-url must be like http://HOST:PORT, not " + operator);
        }
    }

    /** A service to be started on this machine, on ports that nobody has. */
    static Target local(String secret, String operatorToken, Optional<SSLContext> tls) {
        return new Target(
                URI.create((tls.isPresent() ? "https" : "http") + "://127.0.0.1:" + ServiceJvm.freePorts(1) + "/v1"),
                URI.create("http://127.0.0.1:" + ServiceJvm.freePorts(1)),
                secret,
                operatorToken,
                tls);
    }

    ServiceClient operatorClient() {
        return ServiceClient.operator(operator.toString(), Trust.ofJava(), operatorToken);
    }

    InetSocketAddress address() {
        return new InetSocketAddress(platform.getHost(), platform.getPort());
    }

    String hostAndPort() {
        return platform.getHost() + ":" + platform.getPort();
    }

    String basePath() {
        String path = platform.getPath();
        return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }

    /** Says nothing of the secrets. */
    @Override
    public String toString() {
        return platform + " and " + operator;
    }
}
