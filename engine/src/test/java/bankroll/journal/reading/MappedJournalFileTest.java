package bankroll.journal.reading;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A journal file as its bytes are: where they end, whether it has begun, whether it has grown. */
class MappedJournalFileTest {
    private static final int END_TEXT = 0x464F45C3;
    /** So many bytes are looked at together. */
    private static final int CHUNK = 1 << 20;

    @TempDir
    private Path directory;

    @Test
    void shouldFindTheLastByteThatIsNotZeroWhereverItStands() throws IOException {
        for (int last : new int[] {0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK + 2, 2 * CHUNK + 6}) {
            Path path = directory.resolve("last-" + last);
            try (RandomAccessFile bytes = new RandomAccessFile(path.toFile(), "rw")) {
                bytes.setLength(2 * CHUNK + 7);
                bytes.seek(last);
                bytes.write(1);
            }
            try (MappedJournalFile file = MappedJournalFile.open(path)) {
                assertEquals(last + 1, file.endOfBytes(0));
                assertEquals(last + 1, file.endOfBytes(last));
                assertEquals(last + 1, file.endOfBytes(last + 1), "zeros from here on");
                assertEquals(2 * CHUNK + 7, file.endOfBytes(2 * CHUNK + 7));
            }
        }
    }

    @Test
    void shouldHaveBegunWithAWholeRecordOfChroniclesOwn() throws IOException {
        assertTrue(isReady(ints(MappedJournalFile.CHRONICLES_OWN | 8, 0, 0)));
        assertTrue(isReady(ints(MappedJournalFile.CHRONICLES_OWN)));

        assertFalse(isReady(ints(MappedJournalFile.CHRONICLES_OWN | 9, 0, 0)), "longer than the file");
        assertFalse(isReady(ints(MappedJournalFile.END_OF_FILE | 8, 0, 0)), "not complete");
        assertFalse(isReady(ints(8, 0, 0)), "not Chronicle's own");
        assertFalse(isReady(ints(0, 0, 0)));
        assertFalse(isReady(new byte[3]));
        assertFalse(isReady(new byte[0]));
    }

    @Test
    void shouldEndBehindItsEndMarkAndTheWordThatChronicleWritesThere() throws IOException {
        try (MappedJournalFile file = open(ints(0, MappedJournalFile.END_OF_FILE, END_TEXT))) {
            assertEquals(12, file.behindEndMark(4));
        }
        try (MappedJournalFile file = open(ints(0, MappedJournalFile.END_OF_FILE, 1))) {
            assertEquals(8, file.behindEndMark(4));
        }
        try (MappedJournalFile file = open(ints(0, MappedJournalFile.END_OF_FILE))) {
            assertEquals(8, file.behindEndMark(4));
        }
    }

    @Test
    void shouldSeeWhatCameSinceItWasOpened() throws IOException {
        Path path = Files.write(directory.resolve("growing"), ints(1, 2));
        try (MappedJournalFile file = MappedJournalFile.open(path)) {
            assertFalse(file.grown());
            assertEquals(8, file.capacity());

            Files.write(path, ints(1, 2, 3));

            assertTrue(file.grown());
            assertEquals(12, file.capacity());
            assertEquals(3, file.header(8));
            assertFalse(file.grown());
        }
    }

    @Test
    void shouldNameAFileThatCanNotBeRead() {
        UncheckedIOException failure =
                assertThrows(UncheckedIOException.class, () -> MappedJournalFile.open(directory.resolve("none")));

        assertTrue(failure.getMessage().contains("can't read journal file " + directory.resolve("none")));
    }

    private boolean isReady(byte[] bytes) throws IOException {
        try (MappedJournalFile file = open(bytes)) {
            return file.isReady();
        }
    }

    private MappedJournalFile open(byte[] bytes) throws IOException {
        return MappedJournalFile.open(Files.write(directory.resolve("file"), bytes));
    }

    private static byte[] ints(int... values) {
        ByteBuffer bytes = ByteBuffer.allocate(values.length * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (int value : values) {
            bytes.putInt(value);
        }
        return bytes.array();
    }
}
