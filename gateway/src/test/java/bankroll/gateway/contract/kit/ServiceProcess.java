package bankroll.gateway.contract.kit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The service as a process of its own, so that it can be killed. */
public final class ServiceProcess implements RunningService {
    private static final String MAIN = "bankroll.gateway.cli.BankrollMain";
    private static final Duration START_LIMIT = Duration.ofSeconds(60);
    private static final int STOP_LIMIT_S = 40;
    private final Process process;
    private final Path config;
    private final Path log;
    private final URI platform;
    private final URI operator;

    private ServiceProcess(Process process, Path config, Path log, URI platform, URI operator) {
        this.process = process;
        this.config = config;
        this.log = log;
        this.platform = platform;
        this.operator = operator;
    }

    /** Starts on free ports over this data directory and waits until it's ready. */
    public static ServiceProcess start(ServiceSettings settings, Path data) {
        try {
            String platformListen = "127.0.0.1:" + freePort();
            String operatorListen = "127.0.0.1:" + freePort();
            settings.set("data", data.toString())
                    .set("platform.listen", platformListen)
                    .set("operator.listen", operatorListen);
            Path directory = Files.createDirectories(data.resolveSibling(data.getFileName() + "-process"));
            Path config = Files.writeString(directory.resolve("bankroll.conf"), settings.text());
            Path log = directory.resolve("log-" + System.nanoTime() + ".txt");
            Process process = new ProcessBuilder(command(config))
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            ServiceProcess service = new ServiceProcess(
                    process,
                    config,
                    log,
                    URI.create("http://" + platformListen + "/v1"),
                    URI.create("http://" + operatorListen));
            Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
            service.awaitReady();
            return service;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> command(Path config) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "@" + System.getProperty("bankroll.jvm.options", "../config/jvm.options"),
                "-Xmx512m",
                "-XX:TieredStopAtLevel=1",
                "-Dlogback.configurationFile=" + System.getProperty("logback.configurationFile", ""),
                "-cp",
                System.getProperty("java.class.path"),
                MAIN,
                "serve",
                "--config",
                config.toString());
    }

    private void awaitReady() {
        Eventually.within(START_LIMIT, "ready", () -> {
            if (!process.isAlive()) {
                throw new AssertionError("the service ended with " + process.exitValue() + ":\n" + logged());
            }
            return isReady();
        });
    }

    private boolean isReady() {
        try {
            return new Endpoint(operator).send(Call.get("/health/ready")).status() == 200;
        } catch (UncheckedIOException notYetListening) {
            return false;
        }
    }

    /** Ends it at once, as SIGKILL does. */
    public void kill() {
        process.destroyForcibly();
        awaitEnd();
    }

    /** Sends SIGTERM and waits for the end; its exit code. */
    public int terminate() {
        process.destroy();
        awaitEnd();
        return process.exitValue();
    }

    /** Changes the configuration file and sends SIGHUP. */
    public void reload(ServiceSettings changed) {
        try {
            Files.writeString(config, changed.text());
            new ProcessBuilder("kill", "-HUP", Long.toString(process.pid()))
                    .inheritIO()
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** What it printed. */
    public String logged() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitEnd() {
        try {
            if (!process.waitFor(STOP_LIMIT_S, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("the service didn't end within " + STOP_LIMIT_S + " s:\n" + logged());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Override
    public URI platform() {
        return platform;
    }

    @Override
    public URI operator() {
        return operator;
    }

    @Override
    public void close() {
        if (process.isAlive()) {
            terminate();
        }
    }
}
