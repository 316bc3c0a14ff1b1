package bankroll.gateway.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.ExitCode;
import bankroll.testkit.FreePorts;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How {@code serve} ends, seen from outside. */
class ServeProcessTest {
    private static final int LIMIT_S = 180;
    private static final int MORE_LINES_THAN_A_PIPE_HOLDS = 2_000;

    private final HttpClient client = HttpClient.newHttpClient();

    @TempDir
    Path directory;

    @Test
    void shouldEndWith0OnSigtermAndWith73WhileAnotherHoldsTheDirectory() throws Exception {
        try (Served first = serve("first", "--demo")) {
            first.awaitReady();
            try (Served second = serve("second", "--demo")) {
                assertEquals(ExitCode.IN_USE, second.exitCode());
                assertTrue(second.printed().contains("process " + first.process.pid()), second.printed());
            }
            first.process.destroy();
            assertEquals(ExitCode.OK, first.exitCode());
            assertTrue(first.printed().contains("Closed"), first.printed());
        }
    }

    /** Its port is taken as well, by the same process. */
    @Test
    void shouldEndWith73WhereTheSameServiceRunsAlready() throws Exception {
        String[] same = {"--demo", "--listen", "127.0.0.1:" + FreePorts.next()};
        try (Served first = serve("first", same)) {
            first.awaitReady();
            try (Served second = serve("second", same)) {
                assertEquals(ExitCode.IN_USE, second.exitCode(), second.printed());
                assertTrue(second.printed().contains("is in use by process " + first.process.pid()), second.printed());
            }
        }
    }

    @Test
    void shouldNameTheTakenPortAndTheCure() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String address = "127.0.0.1:" + taken.getLocalPort();
            try (Served served = serve("taken", "--demo", "--listen", address)) {
                assertEquals(ExitCode.UNAVAILABLE, served.exitCode());
                assertTrue(served.printed().contains("can't listen on " + address), served.printed());
                assertTrue(served.printed().contains("--listen HOST:PORT"), served.printed());
            }
        }
    }

    @Test
    void shouldSayNothingButWhyALogLevelIsNone() throws Exception {
        try (Served served = serve("loud", Map.of("BANKROLL_LOG_LEVEL", "LOUD"), "--demo")) {
            assertEquals(ExitCode.USAGE, served.exitCode());
            assertEquals(
                    "bankroll: BANKROLL_LOG_LEVEL (environment): must be OFF, ERROR, WARN, INFO, DEBUG or TRACE\n",
                    served.printed());
        }
    }

    /** As a terminal that is held (Ctrl-S), or a collector of logs that stands still: anybody can have lines written. */
    @Test
    void shouldAnswerStrangersWhileNobodyTakesTheLinesAboutThem() throws Exception {
        String platform = "127.0.0.1:" + FreePorts.next();
        String operator = "127.0.0.1:" + FreePorts.next();
        Map<String, String> settings = Map.of(
                "BANKROLL_OPERATOR_SECURITY_LOG_LINES", "10000", "BANKROLL_OPERATOR_WRONG_TOKENS_PER_MINUTE", "1");
        Process process = builder(settings, "--demo", "--listen", platform, "--operator-listen", operator)
                .start();
        try {
            BufferedReader said = process.inputReader();
            while (!said.readLine().contains("Ctrl-C")) {
                // until it is ready; then nobody reads
            }
            for (int i = 0; i < MORE_LINES_THAN_A_PIPE_HOLDS; i++) {
                assertEquals(401, status(platform + "/v1/transactions/a"));
            }
            assertEquals(401, status(operator + "/operator/v1/status"));
            assertEquals(429, status(operator + "/operator/v1/status"));

            process.toHandle().destroy(); // leaves the pipe open
            assertTrue(process.waitFor(LIMIT_S, TimeUnit.SECONDS), "it waits for somebody who reads its lines");
            assertEquals(ExitCode.IO, process.exitValue());
        } finally {
            process.destroyForcibly();
        }
    }

    /** The answer to a wrong token. */
    private int status(String address) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + address))
                .timeout(Duration.ofSeconds(LIMIT_S))
                .header("authorization", "Bearer wrong")
                .build();
        return client.send(request, BodyHandlers.discarding()).statusCode();
    }

    private Served serve(String name, String... more) throws IOException {
        return serve(name, Map.of(), more);
    }

    private Served serve(String name, Map<String, String> environment, String... more) throws IOException {
        Path output = directory.resolve(name);
        return new Served(
                builder(environment, more).redirectOutput(output.toFile()).start(), output);
    }

    private ProcessBuilder builder(Map<String, String> environment, String... more) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "@" + System.getProperty("bankroll.jvm.options", "../config/jvm.options"),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-Dlogback.configurationFile=../config/logback.xml",
                "-cp",
                System.getProperty("java.class.path"),
                BankrollMain.class.getName(),
                "serve",
                "--data",
                directory.resolve("data").toString()));
        command.addAll(List.of(more));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().keySet().removeIf(variable -> variable.startsWith("BANKROLL_"));
        builder.environment().putAll(Map.of("BANKROLL_PLATFORM_EVENT_LOOPS", "1"));
        if (!command.contains("--operator-listen")) {
            builder.environment().put("BANKROLL_OPERATOR_LISTEN", "127.0.0.1:0");
        }
        if (!command.contains("--listen")) {
            builder.environment().put("BANKROLL_PLATFORM_LISTEN", "127.0.0.1:0");
        }
        builder.environment().putAll(environment);
        return builder.redirectErrorStream(true);
    }

    /** A process and what it prints. */
    private record Served(Process process, Path output) implements AutoCloseable {
        void awaitReady() throws IOException, InterruptedException {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_S);
            while (!printed().contains("Ctrl-C")) {
                assertTrue(process.isAlive() && System.nanoTime() < end, printed());
                process.waitFor(50, TimeUnit.MILLISECONDS);
            }
        }

        int exitCode() throws IOException, InterruptedException {
            assertTrue(process.waitFor(LIMIT_S, TimeUnit.SECONDS), printed());
            return process.exitValue();
        }

        String printed() throws IOException {
            return Files.readString(output);
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }
}
