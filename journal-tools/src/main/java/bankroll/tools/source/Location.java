package bankroll.tools.source;

import bankroll.condition.ConditionException;
import bankroll.condition.Reason;
import bankroll.engine.DataDirectory;
import bankroll.engine.EngineContext;
import bankroll.journal.CorruptJournalException;
import bankroll.journal.ForwardingReader;
import bankroll.journal.FrameFault;
import bankroll.journal.FrameLookup;
import bankroll.journal.JournalReader;
import bankroll.journal.JournalSource;
import bankroll.journal.files.ForcedMark;
import bankroll.journal.files.JournalFile;
import bankroll.journal.files.Manifest;
import bankroll.journal.reading.DerivedManifest;
import bankroll.journal.reading.JournalDirectory;
import bankroll.snapshot.SnapshotStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A directory named on the command line, and what it turned out to be.
 *
 * @param directory the journal directory itself, or the backup's
 * @param isBackup whether it is a backup, which only {@code restore} turns into a journal again
 */
public record Location(Path directory, boolean isBackup) {
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
        if (Files.exists(named.resolve(DataDirectory.BACKUP_MANIFEST))) {
            return new Location(named, true);
        }
        Path inside = named.resolve(EngineContext.JOURNAL);
        if (isJournal(inside)) {
            return new Location(inside, false);
        }
        if (isJournal(named)) {
            return new Location(named, false);
        }
        throw ConditionException.misuse(named + " holds no journal and is no backup: neither \"" + Manifest.FILE
                + "\" nor journal files are in it or in \"" + EngineContext.JOURNAL + "\" below it");
    }

    /** Whether a journal is in a directory, or in a data directory of this name. */
    public static boolean holdsJournal(Path named) {
        return isJournal(named) || isJournal(named.resolve(EngineContext.JOURNAL));
    }

    /** Opens it for reading; takes no lock, changes nothing. Damage comes with what helps. */
    public JournalSource open() {
        return new WatchedSource();
    }

    /** As {@link #open()}, without the tail's verdict in the message of damage. */
    public JournalSource source() {
        return isBackup ? new BackupSource(directory) : new JournalDirectory(directory);
    }

    /** What is known of its end; looked at before it is read, because a live one moves on. */
    public Tail tail() {
        return Tail.of(directory, isBackup);
    }

    /** What tells how far it was forced. */
    public Mark mark() {
        return isBackup ? Mark.OF_BACKUP : Mark.of(directory);
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
        boolean isInside = parent != null && directory.endsWith(EngineContext.JOURNAL);
        return isInside ? parent.resolve(SnapshotStore.DIRECTORY) : null;
    }

    /** Size of a file. */
    public static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException("can't read the size of " + file, e);
        }
    }

    private static boolean isJournal(Path directory) {
        return Files.exists(directory.resolve(Manifest.FILE))
                || Files.exists(directory.resolve(ForcedMark.FILE))
                || hasRuns(directory);
    }

    private static boolean hasRuns(Path directory) {
        try {
            return Files.isDirectory(directory) && !JournalFile.runs(directory).isEmpty();
        } catch (UncheckedIOException e) {
            throw ConditionException.misuse(directory + " can't be listed: " + Reason.of(e.getCause()));
        }
    }

    /**
     * A journal whose damage is told with its whole path, and with what helps: which is another thing for a torn tail than
     * for damage in the middle. A journal that ends before what had been forced is damaged, too. Threads as the source's own.
     */
    private final class WatchedSource implements JournalSource {
        private final JournalSource source = source();

        @Override
        public long firstSequence() {
            return source.firstSequence();
        }

        @Override
        public long listedSequence() {
            return source.listedSequence();
        }

        @Override
        public JournalReader reader(long fromSequence) {
            Tail tail = tail();
            try {
                return new WatchedReader(source.reader(fromSequence), tail.forcedSequence());
            } catch (CorruptJournalException e) {
                throw explained(e);
            }
        }

        @Override
        public FrameLookup lookup() {
            return source.lookup();
        }

        /** How far it was forced is looked up now: a live journal has moved on since it was opened. */
        private CorruptJournalException explained(CorruptJournalException damage) {
            Tail tail = tail();
            CorruptJournalException explained = new CorruptJournalException(
                    directory.resolve(damage.file()).toString(),
                    damage.position(),
                    damage.sequence(),
                    damage.fault(),
                    tail.detail(damage) + "; " + tail.cure(damage));
            explained.initCause(damage);
            return explained;
        }

        private final class WatchedReader extends ForwardingReader {
            private final long forced;

            private WatchedReader(JournalReader reader, long forced) {
                super(reader);
                this.forced = forced;
            }

            @Override
            public boolean next() {
                try {
                    if (super.next()) {
                        return true;
                    }
                    requireForced();
                    return false;
                } catch (CorruptJournalException e) {
                    throw explained(e);
                }
            }

            private void requireForced() {
                long missing = sequence() + 1;
                if (missing <= forced) {
                    throw new CorruptJournalException(
                            "",
                            0,
                            missing,
                            FrameFault.NONE,
                            "the journal ends here, but sequences up to " + forced + " had been forced to disk");
                }
            }
        }
    }
}
