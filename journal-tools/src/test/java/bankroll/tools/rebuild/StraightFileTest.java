package bankroll.tools.rebuild;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bankroll.tools.rebuild.Disk.StraightFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that are written straight to the disk, and read from it. */
class StraightFileTest {
    private static final int CHUNK = Disk.CHUNK_BYTES;

    @TempDir
    Path directory;

    private final Random random = new Random(7);
    private Disk disk;

    @BeforeEach
    void prepare() throws IOException {
        disk = Disk.below(directory);
    }

    private byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    @Test
    void shouldHaveWhatWasWrittenWhateverItsLength() throws IOException {
        for (int length : new int[] {0, 1, 4095, 4096, CHUNK - 1, CHUNK, CHUNK + 1, 40 * CHUNK + 12_345}) {
            byte[] written = bytes(length);
            Path path = directory.resolve("file-" + length);
            try (StraightFile file = new StraightFile(disk, path)) {
                for (int from = 0, to; from < length; from = to) {
                    to = Math.min(length, from + 1 + random.nextInt(3 * CHUNK));
                    file.write(ByteBuffer.wrap(written, from, to - from));
                }
                file.end();
            }
            assertArrayEquals(written, Files.readAllBytes(path), length + " bytes");
            assertArrayEquals(written, read(path, length), length + " bytes of the disk");
        }
    }

    @Test
    void shouldCopyAsMuchAsIsWantedAndIsThere() throws IOException {
        byte[] source = bytes(3 * CHUNK + 999);
        Path from = Files.write(directory.resolve("from"), source);
        for (int wanted : new int[] {0, 1, CHUNK, 2 * CHUNK + 5, source.length, source.length + 100}) {
            Path path = directory.resolve("copy-" + wanted);
            ByteArrayOutputStream seen = new ByteArrayOutputStream();
            try (FileChannel channel = FileChannel.open(from);
                    StraightFile file = new StraightFile(disk, path)) {
                file.copy(channel, wanted, piece -> {
                    byte[] part = new byte[piece.remaining()];
                    piece.get(part);
                    seen.writeBytes(part);
                });
                file.fill(wanted + 5_000L);
                file.end();
            }
            byte[] copied = Arrays.copyOf(source, Math.min(wanted, source.length));
            assertArrayEquals(copied, seen.toByteArray());
            assertArrayEquals(Arrays.copyOf(copied, wanted + 5_000), Files.readAllBytes(path), wanted + " bytes");
        }
    }

    @Test
    void shouldTellOfAWriteThatFailedWhereverItDid() throws IOException {
        for (int length : new int[] {1, CHUNK, 3 * CHUNK, 40 * CHUNK}) {
            try (StraightFile file = new StraightFile(disk, directory.resolve("file-" + length))) {
                file.channel().close();
                assertThrows(IOException.class, () -> {
                    file.write(ByteBuffer.wrap(bytes(length)));
                    file.end();
                });
                assertThrows(IOException.class, file::end, "and it stays failed");
            }
        }
    }

    @Test
    void shouldReadNoMoreThanIsWanted() throws IOException {
        byte[] written = bytes(2 * CHUNK + 77);
        Path path = Files.write(directory.resolve("file"), written);
        for (int wanted : new int[] {0, 1, CHUNK, CHUNK + 1, written.length, written.length + 1}) {
            assertArrayEquals(Arrays.copyOf(written, Math.min(wanted, written.length)), read(path, wanted));
        }
    }

    @Test
    void shouldOverwriteNothing() throws IOException {
        Path path = Files.write(directory.resolve("file"), bytes(10));

        assertThrows(FileAlreadyExistsException.class, () -> new StraightFile(disk, path));
        assertEquals(10, Files.size(path));
    }

    @Test
    void shouldLeaveNothingBehindWhenItTriesWhatIsPossible() throws IOException {
        try (Stream<Path> left = Files.list(directory)) {
            assertEquals(0, left.count());
        }
    }

    private byte[] read(Path path, int length) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        disk.read(path, length, piece -> {
            byte[] part = new byte[piece.remaining()];
            piece.get(part);
            all.writeBytes(part);
        });
        return all.toByteArray();
    }
}
