package bankroll.cluster;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/** A {@link NodeMain}, its answers, and its end. */
final class NodeProcess implements AutoCloseable {
    private static final long PATIENCE_MS = 60_000;

    private final Path data;
    private final int node;
    private final String ports;
    private final AtomicLong asked = new AtomicLong();
    private volatile Process process;
    private Writer questions;
    private volatile Map<String, CompletableFuture<String>> waiting;

    NodeProcess(Path data, int node, String ports) {
        this.data = data;
        this.node = node;
        this.ports = ports;
    }

    Path data() {
        return data;
    }

    NodeProcess start() {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "@" + System.getProperty("bankroll.jvm.options"),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dlogback.configurationFile=" + System.getProperty("logback.configurationFile"),
                "-cp",
                System.getProperty("java.class.path"),
                NodeMain.class.getName(),
                data.toString(),
                String.valueOf(node),
                ports));
        try {
            process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.appendTo(
                            data.resolveSibling("node" + node + ".log").toFile()))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        questions = process.outputWriter(StandardCharsets.UTF_8);
        waiting = new ConcurrentHashMap<>();
        Map<String, CompletableFuture<String>> answers = waiting;
        BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
        Path log = data.resolveSibling("node" + node + ".log");
        Thread reader = new Thread(() -> read(lines, answers, log), "node" + node);
        reader.setDaemon(true);
        reader.start();
        return this;
    }

    private static void read(BufferedReader lines, Map<String, CompletableFuture<String>> waiting, Path log) {
        try {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] words = line.split(" ", 3);
                CompletableFuture<String> asked = words[0].equals(">") ? waiting.remove(words[1]) : null;
                if (asked != null) {
                    asked.complete(words[2]);
                } else {
                    Files.writeString(log, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
                }
            }
        } catch (IOException closed) {
            // it was killed
        }
        waiting.values().forEach(asked -> asked.complete(NodeMain.UNAVAILABLE));
    }

    boolean isRunning() {
        return process != null && process.isAlive();
    }

    /** The answer; "unavailable" when the process has ended. */
    String ask(String question) {
        String answer = ask(question, PATIENCE_MS);
        if (answer == null) {
            throw new AssertionError("node " + node + " does not answer to " + question + "\n" + log());
        }
        return answer;
    }

    /** The answer, or null when there is none in time: it may come, and is then passed over. */
    String ask(String question, long patienceMs) {
        String number = String.valueOf(asked.incrementAndGet());
        CompletableFuture<String> answer = new CompletableFuture<>();
        waiting.put(number, answer);
        try {
            if (!process.isAlive()) {
                return NodeMain.UNAVAILABLE;
            }
            synchronized (this) {
                questions.write(number + " " + question + "\n");
                questions.flush();
            }
            return answer.get(patienceMs, TimeUnit.MILLISECONDS);
        } catch (TimeoutException late) {
            return null;
        } catch (IOException gone) {
            return NodeMain.UNAVAILABLE;
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        } finally {
            waiting.remove(number);
        }
    }

    boolean leads() {
        return isRunning() && ask("status").startsWith("leads ");
    }

    /** The entry of its newest mark, 0 for none, when it has an answer. */
    long markSequence() {
        String[] status = ask("status").split(" ");
        return status.length > 3 ? Long.parseLong(status[3]) : 0;
    }

    /** Nothing of the process runs any more, and nothing was said. */
    void kill() {
        process.destroyForcibly();
        join();
    }

    /** It does nothing, as if the machine stood still, until {@link #resume}. */
    void pause() {
        signal("-STOP");
    }

    void resume() {
        signal("-CONT");
    }

    private void signal(String name) {
        try {
            new ProcessBuilder("kill", name, String.valueOf(process.pid()))
                    .start()
                    .waitFor();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    void stop() {
        ask("stop");
        join();
    }

    private void join() {
        try {
            if (!process.waitFor(PATIENCE_MS, TimeUnit.MILLISECONDS)) {
                throw new AssertionError("node " + node + " does not end\n" + log());
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    int exitCode() {
        join();
        return process.exitValue();
    }

    String log() {
        try {
            return Files.readString(data.resolveSibling("node" + node + ".log"));
        } catch (IOException none) {
            return "";
        }
    }

    @Override
    public void close() {
        if (isRunning()) {
            kill();
        }
    }
}
