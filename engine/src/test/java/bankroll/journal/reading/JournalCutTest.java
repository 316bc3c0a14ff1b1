package bankroll.journal.reading;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.journal.CorruptJournalException;
import bankroll.journal.Frame;
import bankroll.journal.FrameScript;
import bankroll.journal.Journal;
import bankroll.journal.JournalContext;
import bankroll.journal.JournalStore;
import bankroll.journal.chronicle.ChronicleJournalStore;
import bankroll.journal.files.ClosedFile;
import bankroll.journal.files.Manifest;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of a journal as they are if it ends at some entry. */
class JournalCutTest {
    private static final int FRAMES = 300;

    @TempDir
    private Path directory;

    private JournalStore open() {
        return ChronicleJournalStore.open(new JournalContext()
                .directory(directory)
                .fileBytes(1 << 20)
                .maxFrameBytes(512 << 10)
                .lowWaterBytes(0));
    }

    private static void append(Journal journal) {
        new FrameScript(sequence -> 20_000).append(journal, FRAMES);
    }

    private List<ClosedFile> filesUpTo(long sequence) {
        return new JournalDirectory(directory).filesUpTo(sequence);
    }

    @Test
    void shouldBeWhatTheManifestWouldSayOfAJournalThatEndsAnywhere() {
        try (JournalStore store = open()) {
            append(store.journal());
        }
        List<ClosedFile> closed = Manifest.read(directory).closed();
        assertTrue(closed.size() > 3, closed::toString);

        assertEquals(closed, filesUpTo(FRAMES));
        for (long sequence = 1; sequence < FRAMES; sequence += 7) {
            List<ClosedFile> files = filesUpTo(sequence);
            ClosedFile last = files.get(files.size() - 1);
            assertEquals(closed.subList(0, files.size() - 1), files.subList(0, files.size() - 1));
            try (FrameCursor cursor = FrameCursor.behind(last.file(), last.firstSequence() - 1, last.previousCrc())) {
                cursor.limit(last.end());
                while (cursor.next() == FrameCursor.Step.FRAME) {
                    assertTrue(cursor.sequence() <= sequence);
                }
                assertEquals(sequence, cursor.sequence());
                assertEquals(last.lastCrc(), cursor.crc());
                assertEquals(last.lastPosition(), cursor.framePosition());
                assertEquals(last.end(), cursor.position());
                assertEquals(last.lastTimeMs(), Frame.timeMs(cursor.buffer(), cursor.framePosition()));
            }
        }
    }

    @Test
    void shouldCutAFileThatIsStillWritten() {
        try (JournalStore store = open()) {
            append(store.journal());

            List<ClosedFile> live = filesUpTo(FRAMES);

            store.close();
            assertEquals(Manifest.read(directory).closed(), live);
        }
    }

    @Test
    void shouldRefuseAFileThatIsCutOffBeforeTheEntry() throws IOException {
        try (JournalStore store = open()) {
            append(store.journal());
        }
        ClosedFile file = Manifest.read(directory).closed().get(1);
        try (RandomAccessFile bytes = new RandomAccessFile(file.file().path().toFile(), "rw")) {
            bytes.setLength(file.end() / 2);
        }

        assertThrows(CorruptJournalException.class, () -> filesUpTo(file.lastSequence() - 1));
    }
}
