package bankroll.gateway.backup;

import bankroll.agent.TaskBeside;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A process that works for the service and may not disturb it: a low priority where the system has {@code nice}, no secret in
 * its environment, an end after a given time. One thread runs it; {@link #kill} is for any.
 */
final class ChildProcess {
    private static final Logger LOG = LoggerFactory.getLogger(ChildProcess.class);

    private static final Path NICE = Path.of("/usr/bin/nice");
    /** Makes it the first of a process group, so that what it starts can be ended with it. */
    private static final Path SETSID = Path.of("/usr/bin/setsid");
    /** What is kept of what it prints: its last lines say how it ended. */
    private static final int KEPT_CHARS = 4_096;
    /** Shorter values are in secrets by chance. */
    private static final int LEAST_PART = 16;
    /** Something that it left behind may hold its output open. */
    private static final long OUTPUT_LIMIT_MS = 2_000;

    private final List<String> command;
    private final Map<String, String> environment;
    private final int nice;
    private List<String> secrets = List.of();
    private volatile Process process;
    private volatile boolean isKilled;

    ChildProcess(List<String> command, Map<String, String> environment, int nice) {
        this.command = command;
        this.environment = environment;
        this.nice = nice;
    }

    /** It gets no variable that holds one of these, whatever its name: before it runs. */
    ChildProcess hiding(List<String> hidden) {
        secrets = hidden;
        return this;
    }

    /**
     * How it ended.
     *
     * @param isInTime false: it was killed at its limit
     * @param exitCode its own
     * @param printed the end of what it printed to both of its outputs
     */
    record End(boolean isInTime, int exitCode, String printed) {
        /** Its last line that isn't empty. */
        String lastLine() {
            return printed.lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty())
                    .reduce("", (before, line) -> line);
        }
    }

    /** Runs it to its end, or kills it with all that it started when its time is over. */
    End run(long limitMs) throws IOException, InterruptedException {
        Process started = start();
        Output output = new Output(started);
        try {
            TaskBeside<Void> reading = TaskBeside.begin("backup-output", output::read);
            boolean isInTime = started.waitFor(limitMs, TimeUnit.MILLISECONDS);
            if (!isInTime) {
                kill();
                started.waitFor();
            }
            if (reading.isOverWithin(OUTPUT_LIMIT_MS)) {
                reading.await();
            }
            return new End(isInTime, started.exitValue(), output.text());
        } finally {
            kill();
        }
    }

    /** Ends it at once, if it runs, and whatever it has started. */
    void kill() {
        isKilled = true;
        Process running = process;
        if (running != null && running.isAlive()) {
            List<ProcessHandle> descendants = running.descendants().toList();
            // first: a group that it has not made yet can't be ended, and it would make it and start others after that
            running.destroyForcibly();
            killGroup(running);
            descendants.forEach(ProcessHandle::destroyForcibly);
        }
    }

    /** The group in one go: what starts between a look at the descendants and its parent's end would outlive both. */
    private static void killGroup(Process first) {
        try {
            new ProcessBuilder("sh", "-c", "kill -s KILL -- \"-$0\"", Long.toString(first.pid()))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .onExit()
                    .join();
        } catch (IOException e) {
            LOG.info("What process {} has started in its last moment may go on: {}", first.pid(), e.getMessage());
        }
    }

    private Process start() throws IOException {
        List<String> words = new ArrayList<>();
        if (Files.isExecutable(SETSID)) {
            words.add(SETSID.toString());
        }
        if (Files.isExecutable(NICE)) {
            words.addAll(List.of(NICE.toString(), "-n", Integer.toString(nice)));
        }
        words.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
        builder.environment().keySet().removeIf(name -> name.startsWith("BANKROLL_"));
        builder.environment().values().removeIf(this::holdsSecret);
        builder.environment().putAll(environment);
        process = builder.start();
        if (isKilled) {
            kill();
        }
        return process;
    }

    /** A configuration file may make a secret of a variable, or of a variable and the text before it. */
    private boolean holdsSecret(String value) {
        String part = value.strip();
        return secrets.stream()
                .anyMatch(secret -> value.contains(secret) || part.length() >= LEAST_PART && secret.contains(part));
    }

    /** Keeps the end of what is printed; reads all of it, so that the process never waits for a reader. */
    private static final class Output {
        private final Process process;
        private final StringBuilder kept = new StringBuilder();

        Output(Process process) {
            this.process = process;
        }

        void read() {
            char[] chars = new char[KEPT_CHARS];
            try (Reader reader = new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)) {
                for (int read = reader.read(chars); read >= 0; read = reader.read(chars)) {
                    keep(chars, read);
                }
            } catch (IOException e) {
                // the process was killed while it printed: what was read before is told
                keep(new char[0], 0);
            }
        }

        private synchronized void keep(char[] chars, int count) {
            kept.append(chars, 0, count);
            kept.delete(0, Math.max(0, kept.length() - KEPT_CHARS));
        }

        synchronized String text() {
            return kept.toString();
        }
    }
}
