package bankroll.gateway.cli;

import bankroll.condition.ExitCode;
import bankroll.condition.LastWords;
import bankroll.condition.LogWords;
import bankroll.condition.StandardOutput;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The main class of every command of {@code ./bankroll} but {@code journal} and {@code bench}. */
@Command(
        name = "bankroll",
        description = "A wallet ledger for game platforms.",
        synopsisSubcommandLabel = "COMMAND",
        mixinStandardHelpOptions = true,
        versionProvider = SoftwareVersion.class,
        exitCodeList = {
            "0:done; serve: drained and closed",
            "1:call, cluster: the answer was not 2xx; platform check: the endpoint does not conform; doctor: something puts"
                    + " bookings at risk; serve: Java itself did not start, or the machine gave it no memory",
            "2:misuse, or a configuration that can't be used",
            "3:call: an item was not booked, as with insufficient_funds; serve: out of memory",
            "65:the data is damaged, or of another program",
            "69:a port is taken, or no service answers",
            "73:another process works on the data directory",
            "74:a file can't be read or written; the running service stopped by itself, because the disk failed",
            "75:the machine lacks something for now, as room on the disk",
            "78:no ledger in the data directory, or this Java does not know the time zone of an old journal"
        },
        footer = {
            "",
            "A supervisor starts again after 1, 3, 69, 70, 73, 74 and 75, with a pause; 2, 65 and 78 need a person.",
            "",
            "Example:  ./bankroll serve --demo"
        })
public final class BankrollMain {
    /** In the order of the help. */
    private static final List<Class<?>> COMMANDS = List.of(
            InitCommand.class,
            ServeCommand.class,
            ConfigCommand.class,
            CallCommand.class,
            PlatformCommand.class,
            ClusterCommand.class,
            TopCommand.class,
            DoctorCommand.class,
            SupportBundleCommand.class,
            VersionCommand.class);

    private BankrollMain() {}

    /** Ends the process with the command's exit code. */
    public static void main(String[] arguments) {
        // Libraries print numbers into file names in the locale of the machine.
        Locale.setDefault(Locale.ROOT);
        LogWords.keepToKnown("INFO");
        System.exit(run(arguments));
    }

    /** A result that could not be written is none, whatever the command made of it. */
    private static int run(String... arguments) {
        StandardOutput output = new StandardOutput();
        CommandLine line = commandLine(arguments).setOut(new PrintWriter(output, true, StandardCharsets.UTF_8));
        int exitCode = execute(line, arguments);
        line.getOut().flush();
        output.failure().ifPresent(reason -> say(line.getErr(), "the output can't be written: " + reason));
        return output.failure().isPresent() ? ExitCode.IO : exitCode;
    }

    /** Of the failures of a command, picocli has exceptions explained and lets errors through. */
    static int execute(CommandLine line, String... arguments) {
        try {
            return line.execute(arguments);
        } catch (Error e) {
            return LastWords.say(e, line.getErr());
        }
    }

    private static void say(PrintWriter err, String words) {
        err.println("bankroll: " + words);
        err.flush();
    }

    /** The parser for these words: with the command that they begin with, or with all. To know all is half of a start's work. */
    public static CommandLine commandLine(String... words) {
        CommandLine line = new CommandLine(new BankrollMain());
        List<Class<?>> meant = COMMANDS.stream()
                .filter(command -> words.length > 0 && isNamed(command, words[0]))
                .toList();
        if (meant.isEmpty()) {
            COMMANDS.forEach(line::addSubcommand);
            line.addSubcommand(CommandLine.HelpCommand.class);
        } else {
            meant.forEach(line::addSubcommand);
        }
        tellExitCodes(line, Map.of());
        tellVersion(line);
        // a word that begins with @ names a body's file, or is an id: never a file of more words
        return line.setExpandAtFiles(false)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler(Misuse::refuse)
                .setExecutionExceptionHandler((failure, command, parsed) -> LastWords.say(failure, command.getErr()));
    }

    private static boolean isNamed(Class<?> command, String word) {
        return command.getAnnotation(Command.class).name().equals(word);
    }

    /**
     * Its own and those of the commands below it, else those of the command around it; any may end over a defect, or a file. The
     * table of docs/run.md has the same for each.
     */
    private static Map<String, String> tellExitCodes(CommandLine command, Map<String, String> around) {
        UsageMessageSpec usage = command.getCommandSpec().usageMessage();
        Map<String, String> own = usage.exitCodeList().isEmpty() ? around : usage.exitCodeList();
        Map<String, String> codes = new TreeMap<>(Comparator.comparingInt(Integer::parseInt));
        codes.putAll(own);
        codes.put(Integer.toString(ExitCode.INTERNAL), "a defect");
        codes.putIfAbsent(Integer.toString(ExitCode.IO), "a file can't be read or written, or the output not written");
        command.getSubcommands()
                .values()
                .forEach(below -> tellExitCodes(below, own).forEach(codes::putIfAbsent));
        usage.exitCodeListHeading("%nExit codes:%n").exitCodeList(codes);
        return codes;
    }

    /** The same one with every command: an option that each of them lists says nothing without. */
    private static void tellVersion(CommandLine command) {
        command.getCommandSpec().versionProvider(new SoftwareVersion());
        command.getSubcommands().values().forEach(BankrollMain::tellVersion);
    }
}
