package bankroll.bench.load;

import bankroll.bench.process.ServiceJvm;
import bankroll.condition.ConditionException;
import bankroll.gateway.client.ServiceClient;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;

/**
 * A service of our own, as a process of its own, with the flags of {@code ./bankroll serve}. Settings not given here come
 * from the environment ({@code BANKROLL_…}), as for any service.
 */
class ServerProcess implements AutoCloseable {
    /** What {@code ./bankroll serve} runs. */
    static final List<String> SERVE = List.of("bankroll.gateway.cli.BankrollMain", "serve");

    private static final int START_SECONDS = 60;
    private static final int STOP_SECONDS = 30;

    private final Path directory;
    private final Target target;
    private final List<String> flags;
    private final List<String> main;
    private final Map<String, String> environment;
    private final ServiceClient operator;
    private Process process;

    /**
     * Prepares one.
     *
     * @param directory holds its data and its log; its file system is the one that is measured
     * @param target where it listens, and its secrets
     * @param flags for its JVM, behind the usual ones
     * @param main the class that it runs, and its arguments
     * @param environment more of its settings
     */
    ServerProcess(
            Path directory, Target target, List<String> flags, List<String> main, Map<String, String> environment) {
        this.directory = directory;
        this.target = target;
        this.flags = List.copyOf(flags);
        this.main = List.copyOf(main);
        this.environment = Map.copyOf(environment);
        operator = target.operatorClient();
    }

    /** One that is ready, with secrets drawn for the run. */
    static ServerProcess start(Path directory, String sync, boolean tls, List<String> flags) {
        Map<String, String> environment = new HashMap<>(Map.of("BANKROLL_JOURNAL_SYNC", sync));
        Optional<Certificate> certificate = tls ? Optional.of(Certificate.in(directory)) : Optional.empty();
        certificate.ifPresent(it -> {
            environment.put(
                    "BANKROLL_PLATFORM_TLS_CERTIFICATE", it.certificate().toString());
            environment.put("BANKROLL_PLATFORM_TLS_KEY", it.key().toString());
        });
        Target target = Target.local("whsec_" + secret(), secret(), certificate.map(Certificate::client));
        ServerProcess server = new ServerProcess(directory, target, flags, SERVE, environment);
        server.start();
        server.awaitReady();
        return server;
    }

    final Target target() {
        return target;
    }

    final ServiceClient operator() {
        return operator;
    }

    final long pid() {
        return process.pid();
    }

    final Path directory() {
        return directory;
    }

    /** The flags of its JVM. */
    final String javaFlags() {
        return ServiceJvm.describe(flags);
    }

    final void start() {
        ProcessBuilder builder = new ProcessBuilder(ServiceJvm.command(flags, main.toArray(String[]::new)));
        Map<String, String> settings = builder.environment();
        settings.put("BANKROLL_INIT", "true");
        settings.put("BANKROLL_DATA", directory.resolve("data").toString());
        settings.put("BANKROLL_PLATFORM_LISTEN", target.hostAndPort());
        settings.put("BANKROLL_OPERATOR_LISTEN", target.operator().getAuthority());
        settings.put("BANKROLL_PLATFORM_SECRET", target.secret());
        settings.put("BANKROLL_OPERATOR_TOKEN", target.operatorToken());
        settings.putAll(environment);
        process = ServiceJvm.start(builder.redirectErrorStream(true).redirectOutput(Redirect.appendTo(log().toFile())));
    }

    private Path log() {
        return directory.resolve("server.log");
    }

    /** Whether it says that it is ready. */
    final boolean isReady() {
        try {
            return isRunning() && operator.call("GET", "/health/ready", "").isOk();
        } catch (ConditionException notYet) {
            return false;
        }
    }

    final boolean isRunning() {
        return process.isAlive();
    }

    private void awaitReady() {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        while (!isReady()) {
            if (!isRunning() || System.nanoTime() > deadline) {
                String words = logTail();
                close();
                throw new IllegalStateException("the service did not become ready; it said:\n" + words);
            }
            awaitEnd(50, TimeUnit.MILLISECONDS);
        }
    }

    private String logTail() {
        try {
            String text = Files.readString(log());
            return text.substring(Math.max(0, text.length() - 4000));
        } catch (IOException e) {
            return "nothing";
        }
    }

    private void awaitEnd(long time, TimeUnit unit) {
        process.onExit().completeOnTimeout(process, time, unit).join();
    }

    final void kill() {
        process.destroyForcibly().onExit().join();
    }

    /** A service that is told to stop takes its buffers in memory with it; a killed one leaves them. */
    @Override
    public final void close() {
        process.destroy();
        awaitEnd(STOP_SECONDS, TimeUnit.SECONDS);
        kill();
    }

    /** Drawn anew, as base64. */
    static String secret() {
        byte[] bits = new byte[24];
        new SecureRandom().nextBytes(bits);
        return Base64.getEncoder().encodeToString(bits);
    }

    /**
     * A certificate for one run: ECDSA on P-256, as most authorities give them.
     *
     * @param certificate PEM
     * @param key PEM
     * @param client trusts it
     */
    private record Certificate(Path certificate, Path key, SSLContext client) {
        static Certificate in(Path directory) {
            try {
                X509Bundle bundle = new CertificateBuilder()
                        .ecp256()
                        .subject("CN=bankroll bench")
                        .addSanIpAddress("127.0.0.1")
                        .setIsCertificateAuthority(true)
                        .buildSelfSigned();
                SSLContext client = SSLContext.getInstance("TLS");
                client.init(null, new TrustManager[] {bundle.toTrustManager()}, null);
                return new Certificate(
                        write(directory.resolve("bench.pem"), bundle.getCertificatePathPEM()),
                        write(directory.resolve("bench.key"), bundle.getPrivateKeyPEM()),
                        client);
            } catch (Exception e) {
                throw new IllegalStateException("no certificate could be made", e);
            }
        }

        private static Path write(Path file, String pem) throws Exception {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            return Files.writeString(file, pem);
        }
    }
}
