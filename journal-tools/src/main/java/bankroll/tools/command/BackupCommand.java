package bankroll.tools.command;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.engine.DataDirectory;
import bankroll.journal.JournalSource;
import bankroll.tools.backup.BackupCheck;
import bankroll.tools.backup.BackupRun;
import bankroll.tools.console.Summary;
import bankroll.tools.source.BackupManifest;
import bankroll.tools.source.BackupManifest.BackupStart;
import bankroll.tools.source.FrameScan;
import bankroll.tools.source.Location;
import bankroll.tools.source.Span;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Copies a journal, a live one too, to a backup; the next run adds what is new. */
@Command(
        name = "backup",
        description = {
            "Copies a journal, a live one too; called again, adds what is new.",
            "",
            "Only what was forced to disk is copied, so that a backup is never ahead of its journal. Every entry is "
                    + "checked on the way, and of what is there already all sizes and a sample. A backup that is begun when a "
                    + "retention has removed the first entries holds the oldest snapshot, too, which stands for them."
        },
        footer = {
            "",
            "Example:  ./bankroll journal backup data /backup/bankroll",
            "Example:  ./bankroll journal backup /backup/bankroll --check"
        })
final class BackupCommand extends JournalCommand {
    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "BACKUP",
            description = "The backup's directory; created when missing. Left out with --check: DIR is the backup.")
    private Path target;

    @Option(
            names = "--unforced",
            description = "Copy also what may not be on disk yet: for a journal without a writer, or sync none.")
    private boolean isUnforced;

    @Option(
            names = "--check",
            description = "Read all that the backup holds; without it, sizes and a sample are checked.")
    private boolean isChecking;

    @Override
    public Integer call() throws IOException {
        try {
            Location location = source.location();
            return target == null ? checkOnly(location) : backUp(location);
        } catch (ConditionException e) {
            throw e.in(source.directory());
        }
    }

    private int backUp(Location location) throws IOException {
        requireTarget(location);
        if (Files.exists(target.resolve(DataDirectory.BACKUP_MANIFEST))) {
            check(target);
        }
        long forced = isUnforced ? Long.MAX_VALUE : location.tail().forcedSequence();
        JournalSource journal = location.open();
        long last = FrameScan.of(journal, Span.ALL).last();
        BackupManifest manifest = new BackupRun(journal, location.snapshots(), target).run(forced, console::progress);
        long notYetForced = Math.max(0, last - manifest.lastSequence());
        console.print(summary(target, manifest).put("not_yet_forced", notYetForced));
        return ExitCode.OK;
    }

    private void requireTarget(Location location) {
        if (location.isBackup()) {
            throw ConditionException.misuse(location.directory() + " is a backup already: copy its files as they are");
        }
        if (Location.holdsJournal(target)) {
            throw ConditionException.misuse(target + " holds a journal: name a directory of its own for the backup");
        }
        if (isWithin(location.directory()) || location.snapshots() != null && isWithin(location.snapshots())) {
            throw ConditionException.misuse(
                    target + " is where the service keeps files of its own, and deletes them: name a"
                            + " directory of its own for the backup");
        }
    }

    private boolean isWithin(Path directory) {
        return target.toAbsolutePath()
                .normalize()
                .startsWith(directory.toAbsolutePath().normalize());
    }

    private int checkOnly(Location location) throws IOException {
        if (!isChecking || !location.isBackup()) {
            throw ConditionException.misuse(
                    isChecking
                            ? location.directory() + " is no backup: name the backup that is to be checked"
                            : "name the backup's directory, too, as in backup data /backup/bankroll");
        }
        BackupManifest manifest = check(location.directory());
        console.print(summary(location.directory(), manifest).put("result", "good: all of it was read"));
        return ExitCode.OK;
    }

    /** Damage must not wait for the day on which the backup is needed. */
    private BackupManifest check(Path backup) throws IOException {
        BackupManifest manifest = BackupManifest.load(backup);
        BackupCheck check = new BackupCheck(backup, manifest);
        if (isChecking) {
            check.all(console::progress);
            check.chain(console::progress);
        } else {
            check.sample(new Random(), console::progress);
        }
        return manifest;
    }

    private static Summary summary(Path backup, BackupManifest manifest) {
        Summary summary = new Summary()
                .put("backup", backup.toString())
                .put("ledger", manifest.ledger())
                .put("begins_with", beginning(manifest.start()))
                .put("last_sequence", manifest.lastSequence());
        if (manifest.entries() > 0) {
            summary.putTime("last_time", manifest.lastTimeMs());
        }
        return summary.put("chain_head", manifest.head().toString())
                .put("files", manifest.files().size())
                .put("bytes", manifest.bytes());
    }

    private static String beginning(BackupStart start) {
        return start.isWhole()
                ? null
                : "snapshot " + start.snapshot() + ": a retention had removed what came before entry "
                        + start.firstSequence();
    }
}
