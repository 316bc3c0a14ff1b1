package bankroll.gateway.backup;

import bankroll.gateway.json.Json;
import bankroll.memory.NativeLibraries;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs {@code ./bankroll journal backup} and the hook, each as a process. One thread; {@link #close} is for any. */
final class BackupTool implements AutoCloseable {
    private static final String MAIN = "bankroll.tools.JournalTool";
    /** Where the tools' jars are when they are not beside the service's: the start script says it. */
    private static final String JARS = "bankroll.tools";
    /** As many bytes as there are need a fraction of it; a target that hangs must not hang for ever. */
    private static final long LIMIT_MS = TimeUnit.DAYS.toMillis(1);

    private final BackupContext context;
    private volatile ChildProcess running;
    private volatile boolean isClosed;

    BackupTool(BackupContext context) {
        this.context = context;
    }

    /**
     * What a backup holds.
     *
     * @param lastSequence its last entry
     * @param bytes of all its files
     */
    record Holding(long lastSequence, long bytes) {
        /** As the tool tells it; a backup of which it doesn't is none to rely on. */
        static Holding of(String line) throws BackupFailure {
            for (String member : List.of("last_sequence", "bytes")) {
                if (!line.startsWith("{") || !line.contains("\"" + member + "\":")) {
                    throw new BackupFailure("the backup ended with 0, but does not tell its " + member + ": " + line);
                }
            }
            return new Holding(Json.findNumber(line, "last_sequence"), Json.findNumber(line, "bytes"));
        }
    }

    /** Adds to the backup what the journal has more. */
    Holding backUp() throws BackupFailure, InterruptedException {
        ChildProcess.End end = run(command(), Map.of(), LIMIT_MS, "the backup");
        if (end.exitCode() != 0) {
            throw new BackupFailure("the backup to " + context.to() + " fails: " + reason(end));
        }
        return Holding.of(end.lastLine());
    }

    /**
     * Runs the hook for a backup that is good; nothing where none is asked for.
     *
     * @throws BackupFailure when it can't be started or doesn't end in time
     */
    int runHook(Holding holding) throws BackupFailure, InterruptedException {
        Path hook = context.hook.orElseThrow();
        Map<String, String> environment = Map.of(
                BackupContext.HOOK_DIRECTORY,
                context.to().toAbsolutePath().toString(),
                BackupContext.HOOK_SEQUENCE,
                Long.toString(holding.lastSequence()));
        List<String> command =
                List.of(hook.toString(), context.to().toAbsolutePath().toString());
        return run(command, environment, context.hookLimitMs, "the hook " + hook)
                .exitCode();
    }

    /** Ends what runs. */
    @Override
    public void close() {
        isClosed = true;
        ChildProcess child = running;
        if (child != null) {
            child.kill();
        }
    }

    private ChildProcess.End run(List<String> command, Map<String, String> environment, long limitMs, String what)
            throws BackupFailure, InterruptedException {
        ChildProcess child = new ChildProcess(command, environment, context.nice).hiding(context.secrets);
        running = child;
        if (isClosed) {
            child.kill();
        }
        try {
            ChildProcess.End end = child.run(limitMs);
            if (!end.isInTime()) {
                throw new BackupFailure(what + " was not over after " + limitMs / 1_000 + " s and was killed");
            }
            return end;
        } catch (IOException e) {
            throw new BackupFailure(what + " can't be started: " + e.getMessage());
        }
    }

    /** The same Java and the same jars as this service's own: never another version, and nothing has to be built. */
    private List<String> command() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        String options = System.getProperty("bankroll.jvm.options");
        if (options != null) {
            command.add("@" + options);
        }
        // one core is enough, and the memory is the service's
        command.addAll(List.of("-XX:+UseSerialGC", "-Xmx256m", "-XX:ActiveProcessorCount=1"));
        // where no temporary file can be made there is the service's own place
        command.addAll(NativeLibraries.flags());
        String logging = System.getProperty("logback.configurationFile");
        if (logging != null) {
            command.add("-Dlogback.configurationFile=" + logging);
        }
        String jars = System.getProperty(JARS, System.getProperty("java.class.path"));
        command.addAll(List.of("-cp", jars.replace(File.pathSeparator + File.pathSeparator, File.pathSeparator), MAIN));
        command.addAll(List.of(
                "backup",
                context.data.toAbsolutePath().toString(),
                context.to().toAbsolutePath().toString(),
                "--json"));
        return command;
    }

    private static String reason(ChildProcess.End end) {
        String line = end.lastLine();
        return line.isEmpty() ? "it ended with " + end.exitCode() : line.replaceFirst("^bankroll[a-z ]*: ", "");
    }

    /** A backup, or the hook behind it, did not do what it should; the message says which and why. */
    static final class BackupFailure extends Exception {
        private static final long serialVersionUID = 1L;

        BackupFailure(String message) {
            super(message);
        }
    }
}
