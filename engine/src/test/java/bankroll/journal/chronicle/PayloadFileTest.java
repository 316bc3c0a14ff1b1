package bankroll.journal.chronicle;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.journal.chronicle.ChronicleWriter.PayloadFile;
import bankroll.testkit.HeldDescriptors;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PayloadFileTest {
    @TempDir
    Path directory;

    private final PayloadFile file = new PayloadFile();

    @AfterEach
    void close() {
        file.close();
    }

    @Test
    void shouldTakeLongFramesOfAnArrayAndLeaveTheOthersToTheMapping() {
        UnsafeBuffer array = new UnsafeBuffer(new byte[PayloadFile.MIN_LENGTH]);
        UnsafeBuffer direct = new UnsafeBuffer(ByteBuffer.allocateDirect(PayloadFile.MIN_LENGTH));

        assertTrue(file.takes(array, PayloadFile.MIN_LENGTH));
        assertFalse(file.takes(array, PayloadFile.MIN_LENGTH - 1));
        assertFalse(file.takes(direct, PayloadFile.MIN_LENGTH));
    }

    @Test
    void shouldWriteAPartOfABufferThatIsAPartOfAnArray() throws IOException {
        Path path = Files.write(directory.resolve("a"), new byte[8]);
        file.open(path.toFile());

        file.write(3, new UnsafeBuffer(new byte[] {9, 1, 2, 3, 4}, 1, 4), 1, 2);

        assertArrayEquals(new byte[] {0, 0, 0, 2, 3, 0, 0, 0}, Files.readAllBytes(path));
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
