package bankroll.tools.command;

import bankroll.tools.console.Console;
import picocli.CommandLine;

/** All commands, in the order of the help. */
public final class Commands {
    private Commands() {}

    /** Adds them to a command line; each answers to this console. */
    public static void addTo(CommandLine line, Console console) {
        line.addSubcommand(new InfoCommand(console))
                .addSubcommand(new VerifyCommand(console))
                .addSubcommand(new DumpCommand(console))
                .addSubcommand(new TraceCommand(console))
                .addSubcommand(new CommandLine(new ReportCommand()).addSubcommand(new GgrCommand(console)))
                .addSubcommand(new ReconcileCommand(console))
                .addSubcommand(new DiffCommand(console))
                .addSubcommand(new ExportCommand(console))
                .addSubcommand(new BackupCommand(console))
                .addSubcommand(new RestoreCommand(console))
                .addSubcommand(new SalvageCommand(console))
                .addSubcommand(new StateCommand(console))
                .addSubcommand(new ReplayCommand(console))
                .addSubcommand(new SnapshotCommand(console))
                .addSubcommand(new RepairCommand(console));
    }
}
