package bankroll.journal.chronicle;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.journal.chronicle.ChronicleWriter.ExcerptFile;
import bankroll.journal.reading.MappedJournalFile;
import bankroll.testkit.HeldDescriptors;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExcerptFileTest {
    @TempDir
    Path directory;

    private final ExcerptFile file = new ExcerptFile();

    @AfterEach
    void close() {
        file.close();
    }

    @Test
    void shouldTakeLongFramesOfAnArrayAndLeaveTheOthersToChronicle() throws IOException {
        UnsafeBuffer array = new UnsafeBuffer(new byte[ExcerptFile.MIN_LENGTH]);
        UnsafeBuffer direct = new UnsafeBuffer(ByteBuffer.allocateDirect(ExcerptFile.MIN_LENGTH));
        goBehindTheFirstRecordOf(new byte[16]);

        assertTrue(file.takes(array, 0, ExcerptFile.MIN_LENGTH));
        assertFalse(file.takes(array, 0, ExcerptFile.MIN_LENGTH - 1));
        assertFalse(file.takes(direct, 0, ExcerptFile.MIN_LENGTH));
    }

    @Test
    void shouldLeaveAFrameToChronicleWhereChronicleHasPutSomethingElse() throws IOException {
        UnsafeBuffer array = new UnsafeBuffer(new byte[ExcerptFile.MIN_LENGTH]);

        goBehindTheFirstRecordOf(new byte[] {4, 0, 0, 0, 1, 2, 3, 4, 0, 0, 0, 1});
        assertFalse(file.takes(array, 0, ExcerptFile.MIN_LENGTH));

        file.goBehind(12, 4);
        assertTrue(file.takes(array, 0, ExcerptFile.MIN_LENGTH), "the file ends here");
    }

    /** It has four bytes. */
    private Path goBehindTheFirstRecordOf(byte[] bytes) throws IOException {
        Path path = Files.write(directory.resolve("a"), bytes);
        file.open(path.toFile());
        file.goBehind(4, 4);
        return path;
    }

    @Test
    void shouldRefuseAFrameThatIsNotInItsBuffer() {
        UnsafeBuffer part = new UnsafeBuffer(new byte[16], 0, 8);

        assertThrows(IndexOutOfBoundsException.class, () -> file.takes(part, 1, 8));
    }

    @Test
    void shouldWriteAPartOfABufferThatIsAPartOfAnArrayBehindItsLength() throws IOException {
        Path path = Files.write(directory.resolve("a"), new byte[16]);
        file.open(path.toFile());
        file.goBehind(1, 2);

        long position = file.append(new UnsafeBuffer(new byte[] {9, 1, 2, 3, 4}, 1, 4), 1, 2);

        assertEquals(8, position);
        assertArrayEquals(new byte[] {0, 0, 0, 0, 2, 0, 0, 0, 2, 3, 0, 0, 0, 0, 0, 0}, Files.readAllBytes(path));
    }

    /** Whoever reads the file meanwhile must not take half a frame for a whole one. */
    @Test
    void shouldPublishNoFrameThatItCouldNotWrite() throws IOException {
        Path path = goBehindTheFirstRecordOf(new byte[20]);
        UnsafeBuffer frame = new UnsafeBuffer(new byte[8]);

        assertThrows(IndexOutOfBoundsException.class, () -> file.append(frame, 0, 9));

        UnsafeBuffer left = new UnsafeBuffer(Files.readAllBytes(path));
        assertEquals(MappedJournalFile.NOT_COMPLETE, left.getInt(8, ByteOrder.LITTLE_ENDIAN));
    }

    @Test
    void shouldReadBackWhatItWroteAndNothingElse() throws IOException {
        int length = 2 * ExcerptFile.PIECE_BYTES + 100;
        byte[] array = new byte[length + 30];
        new Random(7).nextBytes(array);
        UnsafeBuffer frame = new UnsafeBuffer(array, 20, length + 10);
        Path path = goBehindTheFirstRecordOf(new byte[8]);
        long position = file.append(frame, 10, length);

        assertTrue(file.holds(position, frame, 10, length));
        assertFalse(file.holds(position, frame, 9, length), "other bytes");
        assertFalse(file.holds(position, frame, 10, length - 1), "another length");
        byte[] written = Files.readAllBytes(path);
        int start = (int) position;
        int last = start + length - 1;
        int[] places = {
            start - 4, start - 1, start, start + ExcerptFile.PIECE_BYTES - 1, start + ExcerptFile.PIECE_BYTES, last
        };
        for (int place : places) {
            byte[] other = written.clone();
            other[place] ^= 1;
            Files.write(path, other);
            assertFalse(file.holds(position, frame, 10, length), "byte " + place);
        }
        for (int size : new int[] {start - 2, start, start + ExcerptFile.PIECE_BYTES, last}) {
            Files.write(path, Arrays.copyOf(written, size));
            assertFalse(file.holds(position, frame, 10, length), size + " bytes");
        }
    }

    @Test
    void shouldHoldTheFileOfNowAndNothingBehindItsClose() throws IOException {
        HeldDescriptors.assumeTold();
        file.open(directory.resolve("a").toFile());
        file.open(directory.resolve("b").toFile());
        assertEquals(1, HeldDescriptors.below(directory));

        file.close();

        assertEquals(0, HeldDescriptors.below(directory));
    }
}
