package bankroll.cluster;

import bankroll.engine.CommandLog;
import bankroll.testkit.FreeMembers;
import bankroll.testkit.ReleasedClasses;
import bankroll.testkit.SharedClasses;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** A {@link NodeMain}, its answers, and its end. */
final class NodeProcess implements AutoCloseable {
    /** Places in the answer to "status", as NodeMain says it. */
    private static final int TERM = 1;

    private static final int SEQUENCE = 2;

    private static final int MARK = 3;
    private static final int LEADER = 4;
    private static final long PATIENCE_MS = 180_000;

    /** Whoever asks again at once takes the processor that an election needs. */
    private static final long AGAIN_NS = 10_000_000;

    private static final SharedClasses CLASSES = SharedClasses.of(NodeProcess::live);

    private final Place place;
    private final int node;
    private final String members;
    private int termBytes;
    private final long keptBytes;
    private final AtomicLong asked = new AtomicLong();
    private Release release;
    private volatile Process process;
    private Writer questions;
    private volatile Map<String, CompletableFuture<String>> waiting;

    /**
     * Where a node is.
     *
     * @param data its data directory
     * @param others where its log and buffers are: no part of what it must keep
     * @param around what its command is put behind
     */
    record Place(Path data, Path others, List<String> around) {}

    /**
     * What a node runs.
     *
     * @param flags of its JVM, beside the usual ones
     */
    record Release(String classPath, List<String> flags) {
        /** This build. */
        static Release current() {
            return new Release(ReleasedClasses.PATH, CLASSES.flags());
        }

        /** This build, as if its decisions were by these rules. */
        static Release deciding(CommandLog.Rules rules) {
            List<String> flags = new ArrayList<>(CLASSES.flags());
            flags.add("-D" + NodeMain.RULES_SENT + "=" + rules.sent());
            flags.add("-D" + NodeMain.RULES_KNOWN + "=" + rules.known());
            return new Release(ReleasedClasses.PATH, flags);
        }

        /** This build, on a machine whose clock is wrong. */
        static Release withClockAhead(long ms) {
            List<String> flags = new ArrayList<>(CLASSES.flags());
            flags.add("-D" + NodeMain.CLOCK_AHEAD + "=" + ms);
            return new Release(ReleasedClasses.PATH, flags);
        }

        /** This build, without the cluster's settings. */
        static Release alone() {
            List<String> flags = new ArrayList<>(CLASSES.flags());
            flags.add("-D" + NodeMain.ALONE + "=true");
            return new Release(ReleasedClasses.PATH, flags);
        }

        /** Another build; this one's {@link NodeMain} runs it, unless its class path has one. */
        static Release of(String classPath) {
            String tests = NodeMain.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .getPath();
            return new Release(classPath + File.pathSeparator + tests, List.of());
        }
    }

    NodeProcess(Place place, int node, String members, int termBytes, long keptBytes) {
        this.place = place;
        this.node = node;
        this.members = members;
        this.termBytes = termBytes;
        this.keptBytes = keptBytes;
    }

    /** As it runs. */
    ClusterContext options() {
        return NodeMain.options(data(), driver(), node, members, termBytes, keptBytes);
    }

    private Path driver() {
        return place.others().resolve("driver" + node);
    }

    Path data() {
        return place.data();
    }

    private Path logFile() {
        return place.others().resolve("node" + node + ".log");
    }

    /** One node alone: it takes part in no election, but for that it does what all do. */
    private static void live(Path directory, String flag) throws IOException {
        Path data = Files.createDirectories(directory.resolve("node0"));
        NodeProcess node =
                new NodeProcess(new Place(data, directory, List.of()), 0, FreeMembers.next(3), 1 << 20, 1 << 20);
        LoneMember.beginLog(node.options());
        try (node) {
            node.install(new Release(ReleasedClasses.PATH, List.of(flag)));
            node.start();
            node.ask("status");
            node.stop();
        }
    }

    /** From its next start on it is told to have such terms. */
    void configure(int bytesOfTerms) {
        termBytes = bytesOfTerms;
    }

    /** From its next start on it is this release. */
    void install(Release next) {
        release = next;
    }

    NodeProcess start() {
        process = begin(NodeMain.class);
        questions = process.outputWriter(StandardCharsets.UTF_8);
        waiting = new ConcurrentHashMap<>();
        Map<String, CompletableFuture<String>> answers = waiting;
        BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
        Path log = logFile();
        Thread reader = new Thread(() -> read(lines, answers, log), "node" + node);
        reader.setDaemon(true);
        reader.start();
        return this;
    }

    /** It doesn't run: brings it to where another node is, which may go on. */
    void seed(NodeProcess from) {
        Process seed =
                begin(SeedMain.class, String.valueOf(from.node), from.data().toString());
        try {
            if (!seed.waitFor(PATIENCE_MS, TimeUnit.MILLISECONDS) || seed.exitValue() != 0) {
                throw new AssertionError("node " + node + " is not seeded\n" + log());
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        } finally {
            seed.destroyForcibly();
        }
    }

    private Process begin(Class<?> main, String... more) {
        Release started = release == null ? Release.current() : release;
        List<String> command = new ArrayList<>(place.around());
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "@" + System.getProperty("bankroll.jvm.options"),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dlogback.configurationFile=" + System.getProperty("logback.configurationFile")));
        command.addAll(started.flags());
        command.addAll(List.of(
                "-cp",
                started.classPath(),
                main.getName(),
                data().toString(),
                driver().toString(),
                String.valueOf(node),
                members,
                String.valueOf(termBytes),
                String.valueOf(keptBytes)));
        command.addAll(List.of(more));
        try {
            return new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.appendTo(logFile().toFile()))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void read(BufferedReader lines, Map<String, CompletableFuture<String>> waiting, Path log) {
        try {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("> ")) {
                    String[] words = line.split(" ", 3);
                    CompletableFuture<String> asked = waiting.remove(words[1]);
                    if (asked != null) {
                        asked.complete(words[2]);
                    }
                } else {
                    Files.writeString(log, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
                }
            }
        } catch (IOException closed) {
            // it was killed
        }
        waiting.values().forEach(asked -> asked.complete(NodeMain.UNAVAILABLE));
    }

    /** All but the data directory itself. */
    void deleteData() throws IOException {
        deleteIn(data());
    }

    /** Its log stays. */
    void deleteJournal() throws IOException {
        deleteIn(data().resolve("journal"));
    }

    private static void deleteIn(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            List<Path> deepestFirst = files.filter(file -> !file.equals(directory))
                    .sorted(Comparator.reverseOrder())
                    .toList();
            for (Path file : deepestFirst) {
                Files.delete(file);
            }
        }
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
                LockSupport.parkNanos(AGAIN_NS);
                return NodeMain.UNAVAILABLE;
            }
            synchronized (this) {
                questions.write(number + " " + question + "\n");
                questions.flush();
            }
            String said = answer.get(patienceMs, TimeUnit.MILLISECONDS);
            if (said.equals(NodeMain.UNAVAILABLE)) {
                LockSupport.parkNanos(AGAIN_NS);
            }
            return said;
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
        return told(MARK, 0);
    }

    /** The byte of the log behind the newest mark of its book, from which its next start goes on; -1 for none. */
    long markPosition() {
        Path log = data().resolve(ClusterContext.DIRECTORY);
        return RecordedMarks.read(log.resolve(ClusterContext.CONSENSUS))
                .newest()
                .map(SeedMark::position)
                .orElse(-1L);
    }

    /** Which node leads, as this one says; -1 when it knows of none. */
    int toldLeader() {
        return (int) told(LEADER, -1);
    }

    /** The term that it is in, -1 when it has no answer. */
    long term() {
        return told(TERM, -1);
    }

    /** The entry that it has appended last, 0 when it has no answer. */
    long sequence() {
        return isRunning() ? told(SEQUENCE, 0) : 0;
    }

    /** A number of its status. */
    private long told(int place, long otherwise) {
        String[] status = ask("status").split(" ");
        return status.length > place ? Long.parseLong(status[place]) : otherwise;
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

    /** Waits for its end. */
    void join() {
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
            return Files.readString(logFile());
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
