package bankroll.gateway.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.testkit.Eventually;
import bankroll.testkit.FreePorts;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three nodes for a newcomer: how they begin and end. The nodes are programs here that only live. */
class ClusterDemoTest {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final String ROOT = "bankroll.root";

    /** All end when they are told to, but for the last one, which takes its time. */
    private static final String PROGRAM = """
            #!/bin/sh
            echo "$4" >> HERE/started
            case "$4" in
              *node2) trap '' TERM; while [ ! -e HERE/last ]; do sleep 0.05; done ;;
              *) exec sleep 600 ;;
            esac
            """;

    @TempDir
    Path directory;

    private final StringWriter out = new StringWriter();
    private final String root = System.getProperty(ROOT);

    @BeforeEach
    void installProgram() throws IOException {
        Path program = directory.resolve("bankroll");
        Files.writeString(program, PROGRAM.replace("HERE", directory.toString()));
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        System.setProperty(ROOT, directory.toString());
    }

    @AfterEach
    void restoreRoot() throws IOException {
        Files.writeString(directory.resolve("last"), "");
        if (root == null) {
            System.clearProperty(ROOT);
        } else {
            System.setProperty(ROOT, root);
        }
    }

    @Test
    void shouldStartNoNodeAgainOnceItEnds() throws Exception {
        ClusterDemo demo = new ClusterDemo(directory.resolve("demo"), FreePorts.next(), new PrintWriter(out), 0);
        CompletableFuture<Void> running = CompletableFuture.runAsync(() -> run(demo));
        Eventually.within(LIMIT, "three nodes", () -> started().size() == 3);

        CompletableFuture<Void> ending = CompletableFuture.runAsync(demo::close);
        running.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        Files.writeString(directory.resolve("last"), "");
        ending.get(LIMIT.toSeconds(), TimeUnit.SECONDS);

        assertEquals(3, started().size(), out::toString);
    }

    @Test
    void shouldNotTakeAStrangersServiceForItsNode() throws IOException {
        try (ServerSocket stranger = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = stranger.getLocalPort();
            try (ClusterDemo demo = new ClusterDemo(directory.resolve("demo"), port, new PrintWriter(out))) {
                ConditionException refused = assertThrows(ConditionException.class, demo::run);

                assertEquals(ExitCode.UNAVAILABLE, refused.exitCode());
                assertTrue(refused.getMessage().contains("port " + port), refused::getMessage);
                assertTrue(refused.getMessage().contains("--port"), refused::getMessage);
            }
        }
        assertEquals(List.of(), started());
    }

    @Test
    void shouldSayWhereOneRunsAlready() throws Exception {
        Path place = directory.resolve("demo");
        ClusterDemo demo = new ClusterDemo(place, FreePorts.next(), new PrintWriter(out), 0);
        CompletableFuture<Void> running = CompletableFuture.runAsync(() -> run(demo));
        Eventually.within(LIMIT, "three nodes", () -> started().size() == 3);

        ClusterDemo second = new ClusterDemo(place, FreePorts.next(), new PrintWriter(out));
        ConditionException refused = assertThrows(ConditionException.class, second::run);

        assertEquals(ExitCode.IN_USE, refused.exitCode());
        assertTrue(refused.getMessage().contains(place + " is in use by process "), refused::getMessage);
        assertTrue(refused.getMessage().contains("a demo runs there: end it with Ctrl-C"), refused::getMessage);
        assertEquals(3, started().size());

        Files.writeString(directory.resolve("last"), "");
        demo.close();
        running.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        // who comes behind it gets the directory, and no further than to a port that is taken
        try (ServerSocket stranger = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                ClusterDemo third = new ClusterDemo(place, stranger.getLocalPort(), new PrintWriter(out))) {
            assertEquals(
                    ExitCode.UNAVAILABLE,
                    assertThrows(ConditionException.class, third::run).exitCode());
        }
    }

    private static void run(ClusterDemo demo) {
        try {
            demo.run();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private List<String> started() {
        try {
            Path file = directory.resolve("started");
            return Files.exists(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
