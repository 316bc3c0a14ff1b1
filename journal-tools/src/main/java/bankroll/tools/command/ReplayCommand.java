package bankroll.tools.command;

import bankroll.condition.ExitCode;
import bankroll.journal.JournalSource;
import bankroll.journal.reading.JournalDirectory;
import bankroll.tools.check.Beginning;
import bankroll.tools.command.SpanOptions.UntilOptions;
import bankroll.tools.console.Summary;
import bankroll.tools.rebuild.Rebuild;
import bankroll.tools.source.FrameScan;
import bankroll.tools.source.Location;
import bankroll.tools.source.Span;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes a data directory as it stood at an entry or a time. */
@Command(
        name = "replay",
        description = {
            "Makes a new data directory from a journal, up to an entry or a time.",
            "",
            "Point-in-time recovery, from a backup, too. What was written is verified and read back, and a snapshot "
                    + "is taken: the service starts from it. Where a retention has removed the first entries, the oldest snapshot "
                    + "is carried over with those that are left."
        },
        footer = {
            "",
            "Example:  ./bankroll journal replay data before --to-time 2026-11-21T03:24Z",
            "Example:  ./bankroll journal replay damaged rescued --to-sequence 81233"
        })
final class ReplayCommand extends JournalCommand {
    @Parameters(index = "1", paramLabel = "DATA", description = "The data directory to be made: new or empty.")
    private Path target;

    @Mixin
    private UntilOptions until;

    @Option(names = "--no-snapshot", description = "Take no snapshot at the end.")
    private boolean withoutSnapshot;

    @Override
    public Integer call() throws IOException {
        Location location = source.location();
        JournalSource journal = location.open();
        Span span = until.span();
        FrameScan scan = FrameScan.of(journal, span);
        Beginning beginning = Beginning.upTo(journal, location.snapshots(), scan.last());
        Rebuild rebuild = new Rebuild(target, console::progress).requireFresh();
        if (!location.isBackup()) {
            rebuild.fromFiles(new JournalDirectory(location.journal()));
        }
        Summary rebuilt = rebuild.run(journal, scan, beginning, null, !withoutSnapshot);
        console.say(until.shortfall(scan.last()));
        console.print(new Summary().put("rebuilt", target.toString()).putAll(rebuilt));
        return ExitCode.OK;
    }
}
