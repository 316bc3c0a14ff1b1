package bankroll.journal.reading;

import bankroll.journal.FrameLookup;
import bankroll.journal.JournalReader;
import bankroll.journal.JournalSource;
import bankroll.journal.files.Manifest;
import java.nio.file.Path;

/**
 * A journal directory for reading only: of this process, of another one at work, or a copy. Takes no lock, writes
 * nothing, needs no right to write.
 */
public final class JournalDirectory implements JournalSource {
    private final Path directory;

    public JournalDirectory(Path directory) {
        this.directory = directory;
    }

    @Override
    public long firstSequence() {
        return JournalMap.load(directory).firstSequence();
    }

    @Override
    public JournalReader reader(long fromSequence) {
        return new FileJournalReader(directory, fromSequence);
    }

    @Override
    public FrameLookup lookup() {
        return new FileFrameLookup(directory);
    }

    /** The manifest, as it stands; an empty one when the journal has none yet. */
    public Manifest manifest() {
        return JournalMap.load(directory).manifest();
    }
}
