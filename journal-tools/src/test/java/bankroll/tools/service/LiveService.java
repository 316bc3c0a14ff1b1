package bankroll.tools.service;

import bankroll.condition.ConditionException;
import bankroll.gateway.client.ServiceClient;
import bankroll.gateway.client.Trust;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code serve} as a process of its own on a data directory, with the platforms alpha and beta. Any thread. */
public final class LiveService implements AutoCloseable {
    /** The platforms' names. */
    public static final List<String> PLATFORMS = List.of("alpha", "beta");

    static final String MAIN = "bankroll.gateway.cli.BankrollMain";
    private static final String TOKEN = "drill-admin-token-0123456789abcdef";
    private static final List<String> SECRETS =
            List.of("whsec_YWxwaGEtYWxwaGEtYWxwaGEtYWxwaGEtYWxwaGE=", "whsec_YmV0YS1iZXRhLWJldGEtYmV0YS1iZXRhLWJldGE=");
    private static final int LIMIT_S = 180;
    private static final int LOOK_MS = 50;
    private static final int LOOKS = 2_000;
    /** What it logs once it is ready. */
    private static final Pattern READY =
            Pattern.compile("is ready: platforms at (\\S+), operators at (\\S+), data in ");

    private final Process process;
    private final Path log;
    private String platformUrl;
    private ServiceClient operator;

    private LiveService(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /**
     * Starts it and waits until it is ready.
     *
     * @param data its data directory
     * @param settings more lines of its configuration
     */
    public static LiveService start(Path data, String... settings) throws IOException {
        return start(Map.of(), data, settings);
    }

    /** The same with more variables in its environment. */
    public static LiveService start(Map<String, String> environment, Path data, String... settings) throws IOException {
        return start(Jvm.sharedClasses(), environment, data, settings);
    }

    /** What a service loads until it has booked and ended in order. */
    static void liveForItsClasses(Path directory, String flag) throws IOException {
        try (Casino casino = new Casino(directory, 1, 10, 10);
                LiveService service = start(List.of(flag), Map.of(), directory.resolve("data"))) {
            casino.at(service).open().play(100);
        }
    }

    private static LiveService start(List<String> flags, Map<String, String> environment, Path data, String... settings)
            throws IOException {
        // ports are the system's to choose: one that is free now may be another's when the service comes to it
        List<String> lines = new ArrayList<>(List.of(
                "data = \"" + data + "\"",
                "platform.listen = \"127.0.0.1:0\"",
                "platform.deadline-ms = 20000",
                "operator.listen = \"127.0.0.1:0\"",
                "operator.tokens = [{name = drill, role = admin, token = " + TOKEN + "}]",
                "journal.low-water-bytes = 0"));
        for (int i = 0; i < PLATFORMS.size(); i++) {
            lines.add("platforms += {name = " + PLATFORMS.get(i) + ", secrets = [\"" + SECRETS.get(i) + "\"]}");
        }
        lines.addAll(List.of(settings));
        Path config = Files.write(data.resolveSibling(data.getFileName() + ".conf"), lines);
        Files.setPosixFilePermissions(config, PosixFilePermissions.fromString("rw-------"));
        Path log = data.resolveSibling(data.getFileName() + ".log");
        long before = Files.exists(log) ? Files.size(log) : 0;
        LiveService service = new LiveService(run(flags, environment, config, log), log);
        service.awaitReady(before);
        return service;
    }

    private static Process run(List<String> flags, Map<String, String> environment, Path config, Path log)
            throws IOException {
        ProcessBuilder builder = Jvm.running(flags, MAIN, "serve", "--init", "--config", config);
        builder.environment().put("BANKROLL_LOG_LEVEL", "INFO");
        builder.environment().putAll(environment);
        return Jvm.start(
                builder.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile())));
    }

    /** Calls that are signed as this platform. */
    public ServiceClient platform(String name) {
        return ServiceClient.platform(platformUrl, Trust.ofJava(), SECRETS.get(PLATFORMS.indexOf(name)));
    }

    /** Calls with an admin's token. */
    public ServiceClient operator() {
        return operator;
    }

    /** Ends it at once, as a power cut of the process: kill -9. */
    public void kill() {
        process.destroyForcibly();
        awaitEnd();
    }

    /** Drains and ends it, as at every release. */
    @Override
    public void close() {
        process.destroy();
        awaitEnd();
    }

    /** Its log was of so many bytes before it was started. */
    private void awaitReady(long before) throws IOException {
        // counted, not timed: on a machine that stands still now and then, waiting does, too
        for (int look = 0; !isReady(before); look++) {
            if (!process.isAlive() || look == LOOKS) {
                process.destroyForcibly();
                throw new AssertionError("the service is not ready: " + Files.readString(log));
            }
            awaitMs(LOOK_MS);
        }
    }

    private boolean isReady(long before) throws IOException {
        byte[] all = Files.readAllBytes(log);
        Matcher ready = READY.matcher(new String(all, (int) before, all.length - (int) before, StandardCharsets.UTF_8));
        if (!ready.find()) {
            return false;
        }
        platformUrl = ready.group(1);
        operator = ServiceClient.operator(ready.group(2), Trust.ofJava(), TOKEN);
        try {
            return operator.call("GET", "/health/ready", "").isOk();
        } catch (ConditionException e) {
            return false;
        }
    }

    private void awaitEnd() {
        if (!awaitMs(TimeUnit.SECONDS.toMillis(LIMIT_S))) {
            process.destroyForcibly();
            throw new AssertionError("the service does not end; its log is " + log);
        }
    }

    private boolean awaitMs(long ms) {
        try {
            return process.waitFor(ms, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
