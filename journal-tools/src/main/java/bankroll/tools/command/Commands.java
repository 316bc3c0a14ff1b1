package bankroll.tools.command;

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
        List<Object> all = all(console);
        List<Object> meant = all.stream()
                .filter(command -> words.length > 0 && isNamed(command, words[0]))
                .toList();
        (meant.isEmpty() ? all : meant).forEach(line::addSubcommand);
        CommandLine report = line.getSubcommands().get("report");
        if (report != null) {
            report.addSubcommand(new GgrCommand(console));
        }
    }

    private static boolean isNamed(Object command, String word) {
        return command.getClass().getAnnotation(Command.class).name().equals(word);
    }

    private static List<Object> all(Console console) {
        return List.of(
                new InfoCommand(console),
                new VerifyCommand(console),
                new DumpCommand(console),
                new TraceCommand(console),
                new ReportCommand(),
                new ReconcileCommand(console),
                new DiffCommand(console),
                new ExportCommand(console),
                new BackupCommand(console),
                new RestoreCommand(console),
                new SalvageCommand(console),
                new StateCommand(console),
                new ReplayCommand(console),
                new SnapshotCommand(console),
                new RepairCommand(console));
    }
}
