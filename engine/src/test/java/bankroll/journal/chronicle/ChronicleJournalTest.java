package bankroll.journal.chronicle;

import bankroll.journal.JournalContext;
import bankroll.journal.JournalContract;
import bankroll.journal.JournalStore;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The contract on real files, small ones, so that every test rolls. */
class ChronicleJournalTest extends JournalContract {
    @TempDir
    Path directory;

    @Override
    protected JournalStore open() {
        return ChronicleJournalStore.open(smallFiles(directory));
    }

    static JournalContext smallFiles(Path directory) {
        return new JournalContext()
                .directory(directory.resolve("journal"))
                .fileBytes(256 << 10)
                .maxFrameBytes(64 << 10)
                .lowWaterBytes(0);
    }
}
