package bankroll.journal.chronicle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bankroll.journal.Frame;
import bankroll.journal.FrameScript;
import bankroll.journal.JournalContext;
import bankroll.journal.JournalContract;
import bankroll.journal.JournalReader;
import bankroll.journal.JournalStore;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract on real files, small ones, so that every test rolls. */
class ChronicleJournalTest extends JournalContract {
    @TempDir
    Path directory;

    @Override
    protected JournalStore open() {
        return ChronicleJournalStore.open(smallFiles(directory));
    }

    @Test
    void shouldTakeAFrameOfTheGreatestLength() {
        JournalContext context = smallFiles(directory).fileBytes(64 << 20).maxFrameBytes(Frame.MAX_LENGTH);
        FrameScript large = new FrameScript(sequence -> sequence == 3 ? 10 : Frame.MAX_LENGTH - 96);
        try (JournalStore store = ChronicleJournalStore.open(context)) {
            large.append(store.journal(), 5);
            assertThrows(IllegalArgumentException.class, () -> new FrameScript(s -> Frame.MAX_LENGTH - 88).sealNext());
        }
        try (JournalStore store = ChronicleJournalStore.open(context);
                JournalReader reader = store.reader(1)) {
            assertEquals(sequences(1, 5), large.readAll(reader));
        }
    }

    static JournalContext smallFiles(Path directory) {
        return new JournalContext()
                .directory(directory == null ? null : directory.resolve("journal"))
                .fileBytes(256 << 10)
                .maxFrameBytes(64 << 10)
                .lowWaterBytes(0);
    }
}
