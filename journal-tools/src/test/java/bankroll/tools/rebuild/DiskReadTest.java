package bankroll.tools.rebuild;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the disk has, and what readers are told. */
class DiskReadTest {
    private static final int LENGTH = (3 << 20) + 12_345;

    @TempDir
    Path directory;

    private byte[] bytes;
    private DiskRead disk;

    @BeforeEach
    void prepare() throws IOException {
        assumeTrue(DiskRead.isPossible(directory), "no file can be read past the cache in " + directory);
        bytes = new byte[LENGTH];
        new Random(7).nextBytes(bytes);
        disk = new DiskRead(directory);
    }

    @Test
    void shouldFindWhatWasWritten() throws IOException {
        for (int length : new int[] {0, 1, 4096, 1 << 20, 2 << 20, LENGTH}) {
            assertTrue(disk.has(write("file", Arrays.copyOf(bytes, length)), length), length + " bytes");
        }
    }

    @Test
    void shouldNoticeEveryByteThatTheDiskHasOtherwise() throws IOException {
        Path told = write("told", bytes);
        for (int at : new int[] {0, 4095, (1 << 20) - 1, 1 << 20, 3 << 20, LENGTH - 1}) {
            bytes[at] ^= 1;
            Path onDisk = write("disk", bytes);
            bytes[at] ^= 1;
            assertFalse(disk.has(onDisk, told, LENGTH), "byte " + at);
            assertTrue(disk.has(onDisk, told, at), "what is before byte " + at);
        }
    }

    @Test
    void shouldNoticeAFileThatIsShorterOnTheDisk() throws IOException {
        Path shorter = write("shorter", Arrays.copyOf(bytes, LENGTH - 1));

        assertFalse(disk.has(shorter, write("told", bytes), LENGTH));
    }

    @Test
    void shouldLeaveNothingBehindWhenItTriesWhetherItIsPossible() throws IOException {
        DiskRead.isPossible(directory);

        try (Stream<Path> left = Files.list(directory)) {
            assertEquals(0, left.count());
        }
    }

    private Path write(String name, byte[] content) throws IOException {
        return Files.write(directory.resolve(name), content);
    }
}
