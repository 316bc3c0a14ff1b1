package bankroll.tools.command;

import bankroll.condition.ConditionException;
import picocli.CommandLine.Command;

/** Reports for people who count money. */
@Command(
        name = "report",
        description = "Reports for people who count money.",
        synopsisSubcommandLabel = "REPORT",
        footer = {"", "Example:  ./bankroll journal report ggr data --time-zone Europe/Vienna"})
final class ReportCommand extends ConsoleCommand {
    @Override
    public Integer call() {
        throw ConditionException.misuse("say which REPORT: there is ggr");
    }
}
