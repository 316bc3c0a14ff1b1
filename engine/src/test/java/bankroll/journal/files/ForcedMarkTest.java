package bankroll.journal.files;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.journal.SyncPolicy;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whichever of the two slots is torn: the other says what had been forced then. */
class ForcedMarkTest {
    private static final int SECOND_SLOT = 512;

    @TempDir
    private Path journal;

    @Test
    void shouldSayWhatWasForcedLast() throws IOException {
        mark(6, 7, 8);

        assertEquals(8, ForcedMark.read(journal).forced());
    }

    @Test
    void shouldSayWhatWasForcedBeforeWhereTheNewestSlotIsTorn() throws IOException {
        mark(6, 7);
        flip(SECOND_SLOT);
        assertEquals(6, ForcedMark.read(journal).forced());

        mark(6, 7, 8);
        flip(0);
        assertEquals(7, ForcedMark.read(journal).forced());
    }

    @Test
    void shouldSayTheNewestWhereTheOlderSlotIsTorn() throws IOException {
        mark(6, 7);
        flip(0);

        assertEquals(7, ForcedMark.read(journal).forced());
    }

    @Test
    void shouldSayWhereItBegan() throws IOException {
        mark();

        assertEquals(5, ForcedMark.read(journal).forced());
    }

    private void mark(long... sequences) throws IOException {
        try (ForcedMark mark = ForcedMark.create(journal, 5, SyncPolicy.ALWAYS)) {
            for (long sequence : sequences) {
                mark.forced(sequence);
            }
            mark.force();
        }
    }

    private void flip(long slot) throws IOException {
        try (RandomAccessFile bytes =
                new RandomAccessFile(journal.resolve(ForcedMark.FILE).toFile(), "rw")) {
            bytes.seek(slot + 16);
            int old = bytes.read();
            bytes.seek(slot + 16);
            bytes.write(old ^ 1);
        }
    }
}
