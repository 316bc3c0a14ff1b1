package bankroll.tools.source;

import bankroll.journal.FrameLookup;
import bankroll.journal.JournalReader;
import bankroll.journal.JournalSource;
import java.nio.file.Path;

/** A backup, read as if it were a journal. Takes no lock, changes nothing. */
public final class BackupSource implements JournalSource {
    private final Path directory;
    private final BackupManifest manifest;

    /** The backup in this directory. */
    public BackupSource(Path directory) {
        this.directory = directory;
        manifest = BackupManifest.load(directory);
    }

    /** What it must hold. */
    public BackupManifest manifest() {
        return manifest;
    }

    @Override
    public long firstSequence() {
        return manifest.start().firstSequence();
    }

    @Override
    public long listedSequence() {
        return manifest.lastSequence();
    }

    @Override
    public JournalReader reader(long fromSequence) {
        return new BackupFrames(directory, manifest.files(), fromSequence);
    }

    @Override
    public FrameLookup lookup() {
        return new BackupFrames(directory, manifest.files(), firstSequence());
    }
}
