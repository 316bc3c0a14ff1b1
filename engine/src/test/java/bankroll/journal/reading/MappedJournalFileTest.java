package bankroll.journal.reading;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.testkit.Mappings;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A journal file as its bytes are: where they end, whether it has begun or grown, and whether what was appended is in it. */
class MappedJournalFileTest {
    private static final int END_TEXT = 0x464F45C3;
    /** So many bytes are looked at together. */
    private static final int CHUNK = 1 << 20;

    private static final int AT = 64;
    private static final int LENGTH = 24;
    private static final byte[] FRAME = new byte[LENGTH];

    static {
        for (int i = 0; i < LENGTH; i++) {
            FRAME[i] = (byte) (i + 1);
        }
    }

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

    /** The system may have no room for another mapping just now; the next look finds all as it was. */
    @Test
    void shouldStillShowWhatItHasWhereItCanNotBeMappedAnew() throws IOException {
        Path path = Files.write(directory.resolve("grown"), new byte[] {1, 2, 3, 4});
        try (MappedJournalFile file = MappedJournalFile.open(path);
                RandomAccessFile bytes = new RandomAccessFile(path.toFile(), "rw")) {
            bytes.setLength(Integer.MAX_VALUE + 1L);
            assertThrows(UncheckedIOException.class, file::grown);

            assertEquals(4, file.capacity());
            assertEquals(0x04030201, file.header(0));

            bytes.setLength(8);
            assertTrue(file.grown());
            assertEquals(8, file.capacity());
            assertEquals(0x04030201, file.header(0));
        }
    }

    /** Else all of it leaves at once, and takes a processor from those who answer. */
    @Test
    void shouldLetGoOfWhatWasReadPartByPartAndStillShowIt() throws IOException {
        Path path = directory.resolve("passed");
        byte[] bytes = new byte[2 * MappedJournalFile.PASSED_BYTES];
        Arrays.fill(bytes, (byte) 7);
        Files.write(path, bytes);
        try (MappedJournalFile file = MappedJournalFile.open(path)) {
            for (int position = 0; position < bytes.length; position++) {
                file.passed(position);
                assertEquals(7, file.buffer().getByte(position));
            }
            assertEquals(1, Mappings.of(path, "Rss:").size());
            long resident = Mappings.residentBytes(path);
            assertTrue(resident <= MappedJournalFile.PASSED_BYTES, resident + " bytes");
            assertEquals(7, file.buffer().getByte(1));
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
    void shouldFindWhatWasAppendedWhereverItCameFrom() throws IOException {
        try (MappedJournalFile file = open(record(FRAME))) {
            assertTrue(file.holds(AT, new UnsafeBuffer(FRAME), 0, LENGTH));
            assertTrue(file.holds(AT, inTheMiddleOfAnArray(), 2, LENGTH));
            assertTrue(file.holds(AT, direct(), 3, LENGTH));
        }
    }

    @Test
    void shouldMissEveryByteThatIsAnotherOne() throws IOException {
        for (int i = 0; i < LENGTH; i++) {
            byte[] other = FRAME.clone();
            other[i] ^= 1;
            try (MappedJournalFile file = open(record(other))) {
                assertFalse(file.holds(AT, inTheMiddleOfAnArray(), 2, LENGTH), "byte " + i);
                assertFalse(file.holds(AT, direct(), 3, LENGTH), "byte " + i);
            }
        }
    }

    @Test
    void shouldMissARecordOfAnotherLength() throws IOException {
        try (MappedJournalFile file = open(record(FRAME))) {
            assertFalse(file.holds(AT, new UnsafeBuffer(FRAME), 0, LENGTH - 4));
        }
    }

    @Test
    void shouldSeeAFrameForWhichTheFileHasGrown() throws IOException {
        byte[] longer = new byte[AT + LENGTH];
        try (MappedJournalFile file = open(record(FRAME))) {
            DirectBuffer next = new UnsafeBuffer(longer);
            assertFalse(file.holds(AT, next, 0, longer.length), "it isn't there yet");

            Files.write(directory.resolve("file"), record(longer));

            assertTrue(file.holds(AT, next, 0, longer.length));
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

    /** A file with this frame alone. */
    private static byte[] record(byte[] frame) {
        ByteBuffer bytes = ByteBuffer.allocate(AT + frame.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putInt(AT - Integer.BYTES, frame.length).position(AT).put(frame);
        return bytes.array();
    }

    /** The frame at offset 2 of a buffer that itself begins at the array's fifth byte. */
    private static DirectBuffer inTheMiddleOfAnArray() {
        byte[] array = new byte[4 + 2 + LENGTH + 3];
        System.arraycopy(FRAME, 0, array, 6, LENGTH);
        return new UnsafeBuffer(array, 4, 2 + LENGTH);
    }

    private static DirectBuffer direct() {
        UnsafeBuffer buffer = new UnsafeBuffer(ByteBuffer.allocateDirect(3 + LENGTH));
        buffer.putBytes(3, FRAME);
        return buffer;
    }
}
