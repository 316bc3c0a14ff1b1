package bankroll.tools;

import bankroll.tools.console.CommandFailure;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** Reports for people who count money. */
@Command(
        name = "report",
        description = "Reports for people who count money.",
        subcommands = GgrCommand.class,
        synopsisSubcommandLabel = "REPORT",
        footer = {"", "Example:  ./bankroll journal report ggr data --time-zone Europe/Vienna"})
final class ReportCommand implements Runnable {
    @ParentCommand
    private JournalTool tool;

    @Override
    public void run() {
        throw CommandFailure.misuse("say which REPORT: there is ggr");
    }

    JournalTool tool() {
        return tool;
    }
}
