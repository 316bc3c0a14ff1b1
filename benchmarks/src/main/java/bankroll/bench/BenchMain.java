package bankroll.bench;

import bankroll.bench.baseline.PostgresCommand;
import bankroll.bench.hold.HoldCommand;
import bankroll.bench.load.BenchClusterCommand;
import bankroll.bench.load.LoadCommand;
import bankroll.bench.micro.MicroCommand;
import bankroll.bench.writer.BenchReplayCommand;
import bankroll.bench.writer.EngineFeed;
import bankroll.bench.writer.GrowCommand;
import bankroll.bench.writer.ToolsCommand;
import bankroll.bench.writer.WriterCommand;
import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.condition.LastWords;
import bankroll.condition.LogWords;
import bankroll.gateway.cli.Misuse;
import bankroll.gateway.cli.SoftwareVersion;
import bankroll.memory.NativeLibraries;
import java.io.PrintWriter;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.UsageMessageSpec;

/** {@code ./bankroll bench}: every figure of docs/performance.md comes from one of these commands. */
@Command(
        name = "bankroll bench",
        description = "Benchmarks; every report names its machine and what it does not show.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done, and all of it was right",
            "1:a wrong answer, or it could not be finished",
            "2:misuse",
            "3:the Java heap is full"
        },
        footer = {"", "Example:  ./bankroll bench load --max --batch 500 --connections 8"},
        mixinStandardHelpOptions = true,
        subcommands = {
            LoadCommand.class,
            BenchClusterCommand.class,
            EngineFeed.Node.class,
            MicroCommand.class,
            PostgresCommand.Baseline.class,
            WriterCommand.class,
            BenchReplayCommand.class,
            GrowCommand.class,
            GrowCommand.Fill.class,
            GrowCommand.Restart.class,
            ToolsCommand.class,
            HoldCommand.class
        })
public final class BenchMain {
    private BenchMain() {}

    /** Ends the process with the command's exit code. */
    public static void main(String[] arguments) {
        // Libraries print numbers into file names in the locale of the machine.
        Locale.setDefault(Locale.ROOT);
        LogWords.keepToKnown("INFO");
        NativeLibraries.unpackForThisProcess();
        System.exit(execute(commandLine(), arguments));
    }

    /** With the codes of the tools: what is no misuse is wrong. */
    static int execute(CommandLine line, String... arguments) {
        line.setExecutionExceptionHandler((failure, command, parsed) -> explain(failure, command.getErr()));
        try {
            return line.execute(arguments);
        } catch (Error e) {
            return explain(e, line.getErr());
        }
    }

    private static int explain(Throwable failure, PrintWriter err) {
        boolean isUsage = failure instanceof IllegalArgumentException;
        int exitCode = LastWords.say(isUsage ? ConditionException.misuse(failure.getMessage()) : failure, err);
        return exitCode == ExitCode.USAGE ? exitCode : ExitCode.WRONG;
    }

    /** The parser with all its commands. */
    static CommandLine commandLine() {
        CommandLine line = new CommandLine(new BenchMain());
        UsageMessageSpec known = line.getCommandSpec().usageMessage();
        tellVersion(line);
        line.setParameterExceptionHandler(Misuse::refuse);
        line.getSubcommands().values().stream()
                .map(command -> command.getCommandSpec().usageMessage())
                .forEach(usage ->
                        usage.exitCodeListHeading(known.exitCodeListHeading()).exitCodeList(known.exitCodeList()));
        return line;
    }

    private static void tellVersion(CommandLine command) {
        command.getCommandSpec().versionProvider(new SoftwareVersion());
        command.getSubcommands().values().forEach(BenchMain::tellVersion);
    }
}
