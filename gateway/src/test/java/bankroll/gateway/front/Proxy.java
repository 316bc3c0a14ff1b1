package bankroll.gateway.front;

import bankroll.gateway.contract.kit.TestAuthority;
import bankroll.gateway.contract.kit.TestAuthority.CertificateFiles;
import bankroll.gateway.faults.Needs;
import bankroll.testkit.Eventually;
import bankroll.testkit.FreePorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A proxy of the machine, run with the example of docs/proxy: only addresses, ports and files are put in. */
final class Proxy implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final Process process;
    private final int plainPort;
    private final int tlsPort;

    private Proxy(Process process, int plainPort, int tlsPort) {
        this.process = process;
        this.plainPort = plainPort;
        this.tlsPort = tlsPort;
    }

    /** The proxies that there are examples of. */
    enum Kind {
        NGINX("nginx", "nginx.conf") {
            @Override
            Map<String, String> places(Path directory, CertificateFiles files, int plain, int tls) {
                Map<String, String> places = new LinkedHashMap<>();
                places.put("listen 80;", "listen 127.0.0.1:" + plain + ";");
                places.put("listen 443 ssl;", "listen 127.0.0.1:" + tls + " ssl;");
                places.put("/etc/nginx/bankroll.pem", files.certificate().toString());
                places.put("/etc/nginx/bankroll.key", files.key().toString());
                places.put("/run/nginx.pid", directory.resolve("nginx.pid").toString());
                places.put(
                        "/var/log/nginx/bankroll.log",
                        directory.resolve("nginx.log").toString());
                return places;
            }

            @Override
            List<String> command(Path file) {
                return List.of("nginx", "-g", "daemon off;", "-c", file.toString());
            }
        },
        HAPROXY("haproxy", "haproxy.cfg") {
            @Override
            Map<String, String> places(Path directory, CertificateFiles files, int plain, int tls) {
                Map<String, String> places = new LinkedHashMap<>();
                places.put("bind :80", "bind 127.0.0.1:" + plain);
                places.put("bind :443", "bind 127.0.0.1:" + tls);
                places.put("/etc/haproxy/bankroll.pem", files.both().toString());
                return places;
            }

            @Override
            List<String> command(Path file) {
                return List.of("haproxy", "-db", "-f", file.toString());
            }
        };

        private final String program;
        private final String example;

        Kind(String program, String example) {
            this.program = program;
            this.example = example;
        }

        abstract Map<String, String> places(Path directory, CertificateFiles files, int plain, int tls);

        abstract List<String> command(Path file);

        /** The example as it stands in docs. */
        String example() {
            try {
                return Files.readString(Path.of(System.getProperty("bankroll.root", ".."), "docs", "proxy", example));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** Skips the test where it can't be run. */
        void need() {
            Needs.tools(program);
            // its worker runs as a user of its own
            Needs.root();
        }
    }

    /** Starts it in front of a service that listens at this port of the loopback. */
    static Proxy start(Kind kind, Path directory, int service) {
        int plain = FreePorts.next();
        int tls = FreePorts.next();
        CertificateFiles files = TestAuthority.listener(directory, kind.program);
        Map<String, String> places = kind.places(directory, files, plain, tls);
        places.put("127.0.0.1:8080", "127.0.0.1:" + service);
        String text = kind.example();
        for (Map.Entry<String, String> place : places.entrySet()) {
            if (!text.contains(place.getKey())) {
                throw new AssertionError("the example has no " + place.getKey());
            }
            text = text.replace(place.getKey(), place.getValue());
        }
        try {
            Path file = Files.writeString(directory.resolve(kind.example), text);
            ProcessBuilder builder = new ProcessBuilder(kind.command(file))
                    .redirectErrorStream(true)
                    .redirectOutput(directory.resolve(kind.program + ".out").toFile());
            builder.environment().merge("PATH", "/usr/sbin:/sbin", (path, more) -> path + ":" + more);
            Proxy proxy = new Proxy(builder.start(), plain, tls);
            proxy.awaitListening(directory.resolve(kind.program + ".out"));
            return proxy;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitListening(Path printed) throws IOException {
        Eventually.within(LIMIT, "the proxy listens or has ended", () -> !process.isAlive() || isListening());
        if (!process.isAlive()) {
            throw new AssertionError("the proxy ended: " + Files.readString(printed));
        }
    }

    private boolean isListening() {
        try (Socket plain = new Socket(InetAddress.getLoopbackAddress(), plainPort);
                Socket tls = new Socket(InetAddress.getLoopbackAddress(), tlsPort)) {
            return plain.isConnected() && tls.isConnected();
        } catch (IOException notYet) {
            return false;
        }
    }

    /** Where platforms call. */
    URI base(boolean overTls) {
        return URI.create(overTls ? "https://127.0.0.1:" + tlsPort + "/v1" : "http://127.0.0.1:" + plainPort + "/v1");
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
