package bankroll.journal.chronicle;

import bankroll.journal.FrameScript;
import bankroll.journal.Journal;
import bankroll.journal.JournalContext;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A process of its own that appends until it is killed, and says after each append what it has appended. */
final class AppendingChild implements AutoCloseable {
    private final Process process;
    private final BufferedReader output;

    private AppendingChild(Process process) {
        this.process = process;
        this.output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
    }

    static AppendingChild start(Path directory, List<String> prefix) throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "@" + System.getProperty("bankroll.jvm.options"),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-Dlogback.configurationFile=" + System.getProperty("logback.configurationFile"),
                "-cp",
                System.getProperty("java.class.path"),
                AppendingChild.class.getName(),
                directory.toString()));
        return new AppendingChild(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    long pid() {
        return process.pid();
    }

    /** Reads up to this line of the child; the sequence it acknowledges, 0 at its end. */
    long awaitSequence(long atLeast) throws IOException {
        long sequence = 0;
        while (sequence < atLeast) {
            String line = output.readLine();
            if (line == null) {
                return 0;
            }
            sequence = parse(line, sequence);
        }
        return sequence;
    }

    /** Kills it with SIGKILL and returns the last sequence it acknowledged. */
    long kill(long known) throws IOException, InterruptedException {
        // The process's own method would close its output before we have read it.
        process.toHandle().destroyForcibly();
        process.waitFor();
        long sequence = known;
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            sequence = parse(line, sequence);
        }
        return sequence;
    }

    int awaitExit() throws InterruptedException {
        return process.waitFor();
    }

    /** A line may be cut by the kill: only whole ones count. */
    private static long parse(String line, long before) {
        return line.matches("ack \\d+;") ? Long.parseLong(line.substring(4, line.length() - 1)) : before;
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            output.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static void main(String[] arguments) {
        JournalContext context = ChronicleJournalTest.smallFiles(Path.of(arguments[0]))
                .failureHandler(failure -> Runtime.getRuntime().halt(74));
        FrameScript script = FrameScript.mixed();
        try (ChronicleJournalStore store = ChronicleJournalStore.open(context)) {
            script.continueAfter(store.recovered());
            append(store.journal(), script);
        } catch (RuntimeException | Error e) {
            System.err.println(e);
            Runtime.getRuntime().halt(74);
        }
    }

    private static void append(Journal journal, FrameScript script) {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.US_ASCII);
        while (!out.checkError()) {
            script.append(journal, 1);
            if (script.lastSequence() % 8 == 0) {
                journal.force();
            }
            out.println("ack " + script.lastSequence() + ";");
        }
    }
}
