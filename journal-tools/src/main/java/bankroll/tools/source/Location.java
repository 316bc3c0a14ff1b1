package bankroll.tools.source;

import bankroll.condition.ConditionException;
import bankroll.journal.JournalSource;
import bankroll.journal.files.ForcedMark;
import bankroll.journal.files.Manifest;
import bankroll.journal.reading.DerivedManifest;
import bankroll.journal.reading.JournalDirectory;
import bankroll.snapshot.SnapshotStore;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A directory named on the command line, and what it turned out to be.
 *
 * @param directory the journal directory itself, or the backup's
 * @param isBackup whether it is a backup, which only {@code restore} turns into a journal again
 */
public record Location(Path directory, boolean isBackup) {
    /** Name of the journal directory in a data directory. */
    public static final String JOURNAL = "journal";

    private static final String RUNS = "[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]";

    /** Finds out what the directory is: a data directory, a journal or a backup. */
    public static Location of(Path named) {
        if (!Files.exists(named)) {
            throw ConditionException.misuse("there is no directory " + named);
        }
        if (!Files.isDirectory(named)) {
            throw ConditionException.misuse(
                    named + " is a file: name the data directory, the journal in it, or a backup");
        }
        if (!Files.isReadable(named)) {
            throw ConditionException.misuse(named + " may not be read by this user");
        }
        if (Files.exists(named.resolve(BackupManifest.FILE))) {
            return new Location(named, true);
        }
        Path inside = named.resolve(JOURNAL);
        if (isJournal(inside)) {
            return new Location(inside, false);
        }
        if (isJournal(named)) {
            return new Location(named, false);
        }
        throw ConditionException.misuse(named + " holds no journal and is no backup: neither \"" + Manifest.FILE
                + "\" nor journal files are in it or in \"" + JOURNAL + "\" below it");
    }

    /** Whether a journal is in a directory, or in a data directory of this name. */
    public static boolean holdsJournal(Path named) {
        return isJournal(named) || isJournal(named.resolve(JOURNAL));
    }

    /** Opens it for reading; takes no lock, changes nothing. Damage comes with what helps. */
    public JournalSource open() {
        return new WatchedSource(source(), directory, this::tail);
    }

    /** As {@link #open()}, without the tail's verdict in the message of damage. */
    public JournalSource source() {
        return isBackup ? new BackupSource(directory) : new JournalDirectory(directory);
    }

    /** What is known of its end; looked at before it is read, because a live one moves on. */
    public Tail tail() {
        return Tail.of(directory, isBackup);
    }

    /** What is to be said of the manifest; null when it is good, or it is a backup, which has another one. */
    public String manifestFault() {
        String fault = isBackup ? null : DerivedManifest.fault(directory);
        return fault == null ? null : fault + "; the next start, or repair --yes, makes it anew from the files";
    }

    /** The journal directory; a backup is refused. */
    public Path journal() {
        if (isBackup) {
            throw ConditionException.misuse(directory + " is a backup, which is never changed: restore it first");
        }
        return directory;
    }

    /** Where the snapshots of this journal are: in the data directory, or in the backup; null when it is neither. */
    public Path snapshots() {
        if (isBackup) {
            return directory;
        }
        Path parent = directory.toAbsolutePath().normalize().getParent();
        boolean isInside = parent != null && directory.endsWith(JOURNAL);
        return isInside ? parent.resolve(SnapshotStore.DIRECTORY) : null;
    }

    private static boolean isJournal(Path directory) {
        return Files.exists(directory.resolve(Manifest.FILE))
                || Files.exists(directory.resolve(ForcedMark.FILE))
                || hasRuns(directory);
    }

    private static boolean hasRuns(Path directory) {
        if (!Files.isDirectory(directory)) {
            return false;
        }
        try (DirectoryStream<Path> runs = Files.newDirectoryStream(directory, RUNS)) {
            return runs.iterator().hasNext();
        } catch (IOException e) {
            throw ConditionException.misuse(directory + " can't be listed: " + e.getMessage());
        }
    }
}
