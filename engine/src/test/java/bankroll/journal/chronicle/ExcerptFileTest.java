package bankroll.journal.chronicle;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.journal.chronicle.ChronicleWriter.ExcerptFile;
import bankroll.testkit.HeldDescriptors;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
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
    void shouldTakeLongFramesOfAnArrayAndLeaveTheOthersToChronicle() {
        UnsafeBuffer array = new UnsafeBuffer(new byte[ExcerptFile.MIN_LENGTH]);
        UnsafeBuffer direct = new UnsafeBuffer(ByteBuffer.allocateDirect(ExcerptFile.MIN_LENGTH));

        assertTrue(file.takes(array, 0, ExcerptFile.MIN_LENGTH));
        assertFalse(file.takes(array, 0, ExcerptFile.MIN_LENGTH - 1));
        assertFalse(file.takes(direct, 0, ExcerptFile.MIN_LENGTH));
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
        Path path = Files.write(directory.resolve("a"), new byte[16]);
        file.open(path.toFile());
        UnsafeBuffer frame = new UnsafeBuffer(new byte[8]);

        assertThrows(IndexOutOfBoundsException.class, () -> file.append(frame, 0, 9));

        assertArrayEquals(new byte[16], Files.readAllBytes(path));
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
