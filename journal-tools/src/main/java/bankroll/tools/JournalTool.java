package bankroll.tools;

import bankroll.condition.BuildVersion;
import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.condition.LogWords;
import bankroll.condition.Reason;
import bankroll.condition.StandardOutput;
import bankroll.memory.CLibrary;
import bankroll.memory.NativeLibraries;
import bankroll.snapshot.InvalidSnapshotException;
import bankroll.tools.command.Commands;
import bankroll.tools.console.Console;
import bankroll.tools.console.TextBuffer.OutputFailure;
import bankroll.tools.console.Visible;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntSupplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Main class of {@code ./bankroll journal}: checks, copies and rebuilds of journals. */
@Command(
        name = "bankroll journal",
        description = {
            "Checks, prints, copies and rebuilds journals.",
            "",
            "DIR is a data directory, a journal directory, a copy of one, or a backup. A journal that is being written"
                    + " can be given, too: no command disturbs its writer, and only repair --yes changes a journal."
        },
        footer = {"", "Example:  ./bankroll journal verify data"},
        synopsisSubcommandLabel = "COMMAND",
        versionProvider = JournalTool.SoftwareVersion.class,
        usageHelpAutoWidth = true)
public final class JournalTool implements Runnable {
    /** Known in config/logback.xml. */
    private static final String PROGRESS_LEVEL = "bankroll.progress";

    private static final Map<String, String> EXIT_CODES = new TreeMap<>(Map.of(
            "0", "all is well",
            "1", "something is wrong, or could not be finished",
            "2", "wrong options or arguments",
            "3", "the Java heap is full"));

    private final PrintStream err;
    private final OutputStream out;

    @Mixin
    private final Console console;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "Show this.")
    private boolean help;

    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            scope = ScopeType.INHERIT,
            description = "Show the version.")
    private boolean version;

    @Option(names = "--debug", scope = ScopeType.INHERIT, description = "Show the stack trace when something fails.")
    private boolean debug;

    private JournalTool(OutputStream out, PrintStream err) {
        this.out = out;
        this.err = err;
        console = new Console(out, err);
    }

    /** Runs the command line and ends the process with its exit code. */
    public static void main(String[] args) {
        // Libraries print numbers into file names in the locale of the machine.
        Locale.setDefault(Locale.ROOT);
        if (!LogWords.keepToKnown("WARN")) {
            System.setProperty(PROGRESS_LEVEL, List.of(args).contains("--quiet") ? "WARN" : "INFO");
        }
        JournalTool tool = new JournalTool(new StandardOutput(), System.err);
        System.exit(tool.orExplain(() -> {
            unpackLibraries();
            keepNewFilesOwn();
            return tool.execute(args);
        }));
    }

    private static void unpackLibraries() {
        try {
            NativeLibraries.unpackForThisProcess();
        } catch (UncheckedIOException e) {
            throw ConditionException.wrong(
                    Reason.of(e) + "; name a place for temporary files: BANKROLL_JAVA_OPTS=-Djava.io.tmpdir=DIR", e);
        }
    }

    /** What a tool makes is for its user alone; where that can't be had, nobody shall believe it. */
    private static void keepNewFilesOwn() {
        if (!CLibrary.restrictNewFiles()) {
            System.err.println(
                    "bankroll journal: new files get the permissions that the umask leaves them: native libraries"
                            + " can't be loaded from "
                            + System.getProperty("jffi.extract.dir")
                            + ". Is its disk mounted noexec? Then name a directory elsewhere:"
                            + " BANKROLL_JAVA_OPTS=-Djffi.extract.dir=DIR");
        }
    }

    /** Runs the command line with these streams and tells the exit code. */
    public static int run(OutputStream out, PrintStream err, String... args) {
        JournalTool tool = new JournalTool(out, err);
        return tool.orExplain(() -> tool.execute(args));
    }

    /** What no command explains is an error, a defect, or was found before: nobody wants to see it as a stack trace. */
    private int orExplain(IntSupplier work) {
        try {
            return work.getAsInt();
        } catch (Throwable e) {
            return explain(e, "bankroll journal");
        }
    }

    private int execute(String... args) {
        CommandLine line = new CommandLine(this);
        Commands.addTo(line, console, args);
        tellOfAll(line);
        line.registerConverter(Path.class, JournalTool::path);
        line.setCaseInsensitiveEnumValuesAllowed(true);
        // an id may begin with @: it names no file of more words
        line.setExpandAtFiles(false);
        return line.setOut(new PrintWriter(out, true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(err, true, StandardCharsets.UTF_8))
                .setParameterExceptionHandler(this::refuse)
                .setExecutionExceptionHandler(this::explain)
                .setExitCodeExceptionMapper(JournalTool::exitCode)
                .execute(args);
    }

    /** An empty one would be the working directory: nobody means that who leaves a variable unset. */
    private static Path path(String name) {
        if (name.isBlank()) {
            throw new TypeConversionException("the name of the directory or file is empty");
        }
        return Path.of(name);
    }

    /** The same exit codes, and the version, for all commands. */
    private static void tellOfAll(CommandLine line) {
        line.getCommandSpec()
                .versionProvider(new SoftwareVersion())
                .usageMessage()
                .exitCodeListHeading("%nExit codes:%n")
                .exitCodeList(EXIT_CODES);
        line.getSubcommands().values().forEach(JournalTool::tellOfAll);
    }

    @Override
    public void run() {
        throw ConditionException.misuse("say which COMMAND; ./bankroll journal --help lists them");
    }

    /** The whole help would push the reason off the screen. */
    private int refuse(ParameterException failure, String[] args) {
        CommandLine command = failure.getCommandLine();
        String name = command.getCommandSpec().qualifiedName();
        err.println(name + ": " + failure.getMessage());
        UnmatchedArgumentException.printSuggestions(failure, command.getErr());
        err.println("./" + name + " --help says more");
        return explainedAs(failure);
    }

    private int explain(Exception failure, CommandLine command, ParseResult parsed) {
        return explain(failure, command.getCommandSpec().qualifiedName());
    }

    private int explain(Throwable failure, String command) {
        if (!isEndOfOutput(failure)) {
            err.println(command + ": " + Visible.lines(words(failure)));
        }
        return explainedAs(failure);
    }

    private int explainedAs(Throwable failure) {
        if (debug) {
            failure.printStackTrace(err);
        }
        err.flush();
        return exitCode(failure);
    }

    /** What an operator is told: the thing and the cure, no class names where they can be helped. */
    private static String words(Throwable failure) {
        if (failure instanceof InvalidSnapshotException) {
            return failure.getMessage();
        }
        if (failure instanceof OutputFailure) {
            return "can't write the output: " + failure.getMessage();
        }
        String reason = Reason.of(failure);
        return reason.equals(failure.toString()) ? reason + "; --debug shows where" : reason;
    }

    /** Whether the reader of our output has closed it, as {@code | head} does: no fault. A verdict keeps its code by itself. */
    private static boolean isEndOfOutput(Throwable failure) {
        return failure instanceof OutputFailure output && output.isReaderGone();
    }

    /** What only a start of the service tells apart (a lock, a full disk) is wrong here. */
    private static int exitCode(Throwable failure) {
        boolean isMisuse = failure instanceof ParameterException
                || failure instanceof ConditionException known && known.exitCode() == ExitCode.USAGE;
        if (isMisuse) {
            return ExitCode.USAGE;
        }
        return isEndOfOutput(failure) ? ExitCode.OK : ExitCode.WRONG;
    }

    /** The version that the build wrote into the jar. */
    static final class SoftwareVersion implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return BuildVersion.lines(JournalTool.class);
        }
    }
}
