package bankroll.tools.command;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.journal.JournalSource;
import bankroll.tools.backup.BackupRun;
import bankroll.tools.console.Console;
import bankroll.tools.console.Progress;
import bankroll.tools.console.Summary;
import bankroll.tools.source.BackupManifest;
import bankroll.tools.source.BackupStart;
import bankroll.tools.source.FrameScan;
import bankroll.tools.source.Location;
import bankroll.tools.source.Span;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Copies a journal, a live one too, to a backup; the next run adds what is new. */
@Command(
        name = "backup",
        description = {
            "Copies a journal, a live one too; called again, adds what is new.",
            "",
            "Only what was forced to disk is copied, so that a backup is never ahead of its journal. Every entry is "
                    + "checked on the way. A backup that is begun when a retention has removed the first entries holds the oldest "
                    + "snapshot, too, which stands for them."
        },
        footer = {"", "Example:  ./bankroll journal backup data /backup/bankroll"})
final class BackupCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private JournalParameter source;

    @Parameters(index = "1", paramLabel = "BACKUP", description = "The backup's directory; created when missing.")
    private Path target;

    @Option(
            names = "--unforced",
            description = "Copy also what may not be on disk yet: for a journal without a writer, or sync none.")
    private boolean isUnforced;

    BackupCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        Location location = source.location();
        if (location.isBackup()) {
            throw ConditionException.misuse(location.directory() + " is a backup already: copy its files as they are");
        }
        if (Location.holdsJournal(target)) {
            throw ConditionException.misuse(target + " holds a journal: name a directory of its own for the backup");
        }
        long forced = isUnforced ? Long.MAX_VALUE : location.tail().forcedSequence();
        JournalSource journal = location.open();
        FrameScan scan = FrameScan.of(journal, Span.ALL);
        BackupManifest manifest;
        try (Progress progress = console.progress("backup", "entries", scan.size())) {
            manifest = new BackupRun(journal, location.snapshots(), target).run(forced, progress);
        }
        Summary summary = new Summary()
                .put("backup", target.toString())
                .put("ledger", manifest.ledger())
                .put("begins_with", beginning(manifest.start()))
                .put("last_sequence", manifest.lastSequence());
        if (manifest.lastSequence() > 0) {
            summary.putTime("last_time", manifest.lastTimeMs());
        }
        console.print(summary.put("chain_head", manifest.head().toString())
                .put("files", manifest.files().size())
                .put("bytes", manifest.bytes())
                .put("not_yet_forced", Math.max(0, scan.last() - manifest.lastSequence())));
        return ExitCode.OK;
    }

    private static String beginning(BackupStart start) {
        return start.isWhole()
                ? null
                : "snapshot " + start.snapshot() + ": a retention had removed what came before entry "
                        + start.firstSequence();
    }
}
