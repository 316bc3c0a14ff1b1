package bankroll.tools.backup;

import bankroll.journal.JournalSource;
import bankroll.tools.console.Progress;
import bankroll.tools.source.BackupManifest;
import java.io.IOException;
import java.nio.file.Path;

/** Backups as builds made them that never put files together: each run leaves one more. */
public final class UnmergedBackup {
    private UnmergedBackup() {}

    /** Adds a file with the entries up to this one. */
    public static BackupManifest add(JournalSource journal, Path directory, long toSequence) throws IOException {
        return add(journal, directory, toSequence, BackupRun.FILE_BYTES_DEFAULT);
    }

    /** The same with files of at most so many bytes. */
    public static BackupManifest add(JournalSource journal, Path directory, long toSequence, long fileBytes)
            throws IOException {
        return new BackupRun(journal, null, directory, fileBytes, 0)
                .run(toSequence, (task, unit, total) -> Progress.none());
    }
}
