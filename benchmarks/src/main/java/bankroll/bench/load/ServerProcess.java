package bankroll.bench.load;

import bankroll.bench.process.Scratch;
import bankroll.bench.process.ServiceJvm;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A service of our own, as a process of its own, with the flags of {@code ./bankroll serve}, a data directory that is
 * deleted at the end, and secrets drawn for the run. Settings not given here come from the environment
 * ({@code BANKROLL_…}), as for any service.
 */
final class ServerProcess implements AutoCloseable {
    private static final String MAIN = "bankroll.gateway.cli.BankrollMain";
    private static final int START_SECONDS = 60;

    private final Scratch scratch;
    private final Optional<ServerCertificate> certificate;
    private final Process process;
    private final Target target;
    private final List<String> moreFlags;

    /**
     * Starts a service and waits until it is ready.
     *
     * @param parent where its directory is made; its file system is the one that is measured
     * @param sync the journal's sync policy
     * @param tls whether platforms call over TLS
     * @param moreFlags for its JVM, behind the usual ones
     * @param keepsData whether the directory stays when it ends
     */
    ServerProcess(Path parent, String sync, boolean tls, List<String> moreFlags, boolean keepsData) {
        scratch = new Scratch(parent, keepsData);
        this.moreFlags = List.copyOf(moreFlags);
        certificate = tls ? Optional.of(ServerCertificate.in(scratch.path())) : Optional.empty();
        SecureRandom random = new SecureRandom();
        target = new Target(
                URI.create((tls ? "https" : "http") + "://127.0.0.1:" + ServiceJvm.freePort() + "/v1"),
                URI.create("http://127.0.0.1:" + ServiceJvm.freePort()),
                "whsec_" + secret(random),
                secret(random),
                certificate.map(ServerCertificate::client));
        process = start(sync);
        awaitReady();
    }

    Target target() {
        return target;
    }

    long pid() {
        return process.pid();
    }

    Path directory() {
        return scratch.path();
    }

    /** The flags of its JVM. */
    String javaFlags() {
        return ServiceJvm.describe(moreFlags);
    }

    private Process start(String sync) {
        List<String> command = new ArrayList<>(ServiceJvm.command(moreFlags, MAIN, "serve", "--init"));
        command.addAll(List.of("--data", scratch.path().resolve("data").toString()));
        command.addAll(List.of("--listen", target.hostAndPort()));
        command.addAll(List.of("--operator-listen", target.operator().getAuthority()));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("BANKROLL_PLATFORM_SECRET", target.secret());
        builder.environment().put("BANKROLL_OPERATOR_TOKEN", target.operatorToken());
        builder.environment().put("BANKROLL_JOURNAL_SYNC", sync);
        certificate.ifPresent(it -> {
            builder.environment()
                    .put("BANKROLL_PLATFORM_TLS_CERTIFICATE", it.certificate().toString());
            builder.environment().put("BANKROLL_PLATFORM_TLS_KEY", it.key().toString());
        });
        return ServiceJvm.start(builder.redirectErrorStream(true).redirectOutput(log().toFile()));
    }

    private Path log() {
        return scratch.path().resolve("server.log");
    }

    private void awaitReady() {
        OperatorClient operator = new OperatorClient(target.operator(), target.operatorToken());
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        while (!operator.isReady()) {
            if (!process.isAlive() || System.nanoTime() > deadline) {
                String words = logTail();
                close();
                throw new IllegalStateException("the service did not become ready; it said:\n" + words);
            }
            pause();
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

    private void pause() {
        try {
            process.waitFor(50, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the service started", e);
        }
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        scratch.close();
    }

    /** Drawn anew, as base64. */
    static String secret(SecureRandom random) {
        byte[] bits = new byte[24];
        random.nextBytes(bits);
        return Base64.getEncoder().encodeToString(bits);
    }
}
