package bankroll.gateway.contract.kit;

import bankroll.testkit.Eventually;
import bankroll.testkit.FreePorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The service as a process of its own, so that it can be killed. */
public final class ServiceProcess implements RunningService {
    private static final String MAIN = "bankroll.gateway.cli.BankrollMain";
    /** The machine may be busy with anything. */
    private static final Duration START_LIMIT = Duration.ofMinutes(5);

    private static final int LONGEST_LOG = 60_000;
    private static final int STOP_LIMIT_S = 180;
    private final Process process;
    private final Map<String, String> places;
    private final Path config;
    private final Path log;
    private final URI platform;
    private final URI operator;

    private ServiceProcess(
            Process process, Map<String, String> places, Path config, Path log, URI platform, URI operator) {
        this.process = process;
        this.places = places;
        this.config = config;
        this.log = log;
        this.platform = platform;
        this.operator = operator;
    }

    /** Starts on free ports over this data directory and waits until it's ready. */
    public static ServiceProcess start(ServiceSettings settings, Path data) {
        return start(settings, data, Launch.PLAIN);
    }

    /** Starts on free ports over this data directory and waits until it's ready. */
    public static ServiceProcess start(ServiceSettings settings, Path data, Launch launch) {
        ServiceProcess service = begin(settings, data, launch);
        service.awaitReady();
        return service;
    }

    /** Starts on free ports over this data directory, whatever comes of it. */
    public static ServiceProcess begin(ServiceSettings settings, Path data, Launch launch) {
        try {
            String platformListen = "127.0.0.1:" + FreePorts.next();
            String operatorListen = "127.0.0.1:" + FreePorts.next();
            Map<String, String> places = Map.of(
                    "data", data.toString(), "platform.listen", platformListen, "operator.listen", operatorListen);
            places.forEach(settings::set);
            Path directory = Files.createDirectories(data.resolveSibling(data.getFileName() + "-process"));
            Path config = Files.writeString(directory.resolve("bankroll.conf"), settings.text());
            Path log = directory.resolve("log-" + System.nanoTime() + ".txt");
            Process process = new ProcessBuilder(launch.command(MAIN, config))
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
            return new ServiceProcess(
                    process,
                    places,
                    config,
                    log,
                    URI.create(settings.scheme("platform") + platformListen + "/v1"),
                    URI.create(settings.scheme("operator") + operatorListen));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The process, or the program that it was launched under. */
    public Process process() {
        return process;
    }

    private void awaitReady() {
        boolean isReady;
        try {
            isReady = becomesReady();
        } catch (AssertionError e) {
            signal("QUIT");
            awaitDump();
            throw new AssertionError(e.getMessage() + "; its threads and what it said:\n" + endOf(logged()), e);
        }
        if (!isReady) {
            throw new AssertionError("the service ended with " + process.exitValue() + ":\n" + logged());
        }
    }

    /** Stays below what reports cut off. */
    private static String endOf(String log) {
        return log.substring(Math.max(0, log.length() - LONGEST_LOG));
    }

    private void signal(String name) {
        try {
            new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                    .inheritIO()
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Nothing tells when the threads are written. */
    private void awaitDump() {
        try {
            process.waitFor(500, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
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

    /** Waits for an end of its own; the exit code. */
    public int awaitExit() {
        awaitEnd();
        return process.exitValue();
    }

    /** Waits until it is ready or has ended; whether it is ready. */
    public boolean becomesReady() {
        return Eventually.within(
                        START_LIMIT,
                        "ready or ended",
                        () -> !process.isAlive() ? "ended" : isReady() ? "ready" : "",
                        state -> !state.isEmpty())
                .equals("ready");
    }

    /** Changes the configuration file and sends SIGHUP. */
    public void reload(ServiceSettings changed) {
        change(changed);
        signal("HUP");
    }

    /** Changes the configuration file; the service stays where it is. */
    public void change(ServiceSettings changed) {
        places.forEach(changed::set);
        try {
            Files.writeString(config, changed.text());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
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
