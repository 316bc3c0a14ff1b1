package bankroll.journal.reading;

import bankroll.journal.CorruptJournalException;
import bankroll.journal.FrameLookup;
import bankroll.journal.JournalReader;
import bankroll.journal.JournalSource;
import bankroll.journal.files.ClosedFile;
import bankroll.journal.files.Manifest;
import java.nio.file.Path;
import java.util.List;

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
    public long listedSequence() {
        return manifest().lastSequence();
    }

    @Override
    public JournalReader reader(long fromSequence) {
        return new FileJournalReader(directory, fromSequence);
    }

    @Override
    public FrameLookup lookup() {
        return new FileFrameLookup(directory);
    }

    /**
     * The files that hold the entries up to this one, each as the manifest would list it if the journal ended there.
     *
     * @throws bankroll.journal.CorruptJournalException when that entry can't be reached
     */
    public List<ClosedFile> filesUpTo(long lastSequence) {
        return JournalCut.at(JournalMap.load(directory), lastSequence);
    }

    /**
     * Where a reader of the whole journal meets damage first: a look at the ends of files tells only that something is wrong
     * with one. Reads everything up to there.
     *
     * @param found by such a look; the answer where reading meets nothing
     */
    public CorruptJournalException firstDamage(CorruptJournalException found) {
        try (JournalReader reader = reader(firstSequence())) {
            while (reader.next()) {
                // on to the damage
            }
            return found;
        } catch (CorruptJournalException e) {
            return e;
        }
    }

    /** The manifest, or what the files tell where it is lost; an empty one when the journal has none yet. */
    public Manifest manifest() {
        return JournalMap.load(directory).manifest();
    }
}
