package bankroll.tools.rebuild;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.journal.Frame;
import bankroll.journal.JournalStore;
import bankroll.journal.files.ClosedFile;
import bankroll.journal.files.Manifest;
import bankroll.tools.console.Progress;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.ExpandableArrayBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a rebuild wrote, read from the disk. */
class JournalReadBackTest {
    private static final int FRAME_BYTES = 1 << 20;
    private static final int FRAMES = 40;

    @TempDir
    private Path directory;

    private List<ClosedFile> files;

    @BeforeEach
    void write() throws IOException {
        try (JournalStore store = AppendedJournal.open(directory.resolve("journal"), 1, 0, true)) {
            Frame.Sealer sealer = new Frame.Sealer();
            ExpandableArrayBuffer frame = new ExpandableArrayBuffer(2 * FRAME_BYTES);
            for (int i = 0; i < FRAMES; i++) {
                int length = sealer.seal(frame, 0, FRAME_BYTES, 0, 1_000 + i);
                assertTrue(store.journal().awaitRoom(length, TimeUnit.SECONDS.toNanos(60)));
                store.journal().append(frame, 0, length, i + 1);
            }
        }
        files = Manifest.read(directory.resolve("journal")).closed();
        assertEquals(2, files.size());
    }

    @Test
    void shouldHaveWhatWasWritten() throws IOException {
        assertTrue(isReadBack());
    }

    @Test
    void shouldNoticeABitInTheFirstOrTheLastFrameOfAnyFile() throws IOException {
        for (ClosedFile file : files) {
            for (long at : new long[] {file.lastPosition() % FRAME_BYTES, file.lastPosition() + 100, file.end() - 1}) {
                flip(file, at);
                assertFalse(isReadBack(), file.file().name() + " at byte " + at);
                flip(file, at);
            }
        }
        assertTrue(isReadBack());
    }

    @Test
    void shouldNoticeAFileThatIsShorter() throws IOException {
        ClosedFile last = files.get(1);
        try (RandomAccessFile bytes = new RandomAccessFile(last.file().path().toFile(), "rw")) {
            bytes.setLength(last.end() - 1);
        }

        assertFalse(isReadBack());
    }

    @Test
    void shouldFailWhereAFileIsGone() throws IOException {
        Files.delete(files.get(0).file().path());

        assertThrows(UncheckedIOException.class, this::isReadBack);
    }

    private boolean isReadBack() throws IOException {
        ClosedFile last = files.get(files.size() - 1);
        Frame.Link before = Frame.Link.behind(0, 0);
        try (JournalReadBack readBack = new JournalReadBack(() -> files, before, Disk.below(directory))) {
            return readBack.has(last.lastSequence(), last.lastCrc(), Progress.none());
        }
    }

    private static void flip(ClosedFile file, long at) throws IOException {
        try (RandomAccessFile bytes = new RandomAccessFile(file.file().path().toFile(), "rw")) {
            bytes.seek(at);
            int old = bytes.read();
            bytes.seek(at);
            bytes.write(old ^ 1);
        }
    }
}
