package bankroll.tools.command;

import bankroll.condition.ConditionException;
import bankroll.tools.console.Console;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** All commands, in the order of the help. */
public final class Commands {
    private Commands() {}

    /**
     * Adds to a command line what these words begin with, or all; each answers to this console. To know all takes longer than
     * many a command.
     */
    public static void addTo(CommandLine line, Console console, String... words) {
        List<ConsoleCommand> all = all();
        List<ConsoleCommand> meant = all.stream()
                .filter(command -> words.length > 0 && isNamed(command, words[0]))
                .toList();
        (meant.isEmpty() ? all : meant).forEach(command -> line.addSubcommand(command.answeringTo(console)));
        CommandLine report = line.getSubcommands().get("report");
        if (report != null) {
            report.addSubcommand(new GgrCommand().answeringTo(console));
        }
    }

    private static boolean isNamed(ConsoleCommand command, String word) {
        return command.getClass().getAnnotation(Command.class).name().equals(word);
    }

    private static List<ConsoleCommand> all() {
        return List.of(
                new InfoCommand(),
                new VerifyCommand(),
                new DumpCommand(),
                new TraceCommand(),
                new ReportCommand(),
                new ReconcileCommand(),
                new DiffCommand(),
                new ExportCommand(),
                new BackupCommand(),
                new RestoreCommand(),
                new SalvageCommand(),
                new StateCommand(),
                new ReplayCommand(),
                new SnapshotCommand(),
                new RepairCommand());
    }

    /** Reports for people who count money. */
    @Command(
            name = "report",
            description = "Reports for people who count money.",
            synopsisSubcommandLabel = "REPORT",
            footer = {"", "Example:  ./bankroll journal report ggr data --time-zone Europe/Vienna"})
    private static final class ReportCommand extends ConsoleCommand {
        @Override
        public Integer call() {
            throw ConditionException.misuse("say which REPORT: there is ggr");
        }
    }
}
