package bankroll.tools.backup;

import bankroll.tools.console.Progress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;

/** Reads files one after the other, all through the same memory, and tells their checksums. One thread. */
final class FileChecksums {
    private static final int CHUNK = 1 << 20;

    private final ByteBuffer bytes = ByteBuffer.allocateDirect(CHUNK);
    private final Progress shown;
    private long done;

    /** Shows how many bytes were read, of all files together. */
    FileChecksums(Progress shown) {
        this.shown = shown;
    }

    /** Takes what was read; it is the reader's again afterwards. */
    @FunctionalInterface
    interface Taker {
        void take(ByteBuffer piece) throws IOException;
    }

    /** CRC32C of a whole file. */
    int of(Path file) throws IOException {
        return of(file, piece -> {});
    }

    /** CRC32C of a whole file, all of which is handed over. */
    int of(Path file, Taker taker) throws IOException {
        CRC32C checksum = new CRC32C();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            while (channel.read(bytes.clear()) >= 0) {
                done += bytes.flip().remaining();
                checksum.update(bytes.duplicate());
                taker.take(bytes);
                shown.show(done);
            }
        }
        return (int) checksum.getValue();
    }
}
