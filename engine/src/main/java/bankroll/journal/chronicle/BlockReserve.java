package bankroll.journal.chronicle;

import bankroll.journal.files.DurableFiles;
import bankroll.journal.files.JournalFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * Writes a file full of zeros before it is needed, under the name from which Chronicle takes it when it rolls.
 *
 * <p>A write into a mapped file then can't run out of disk. And it only overwrites: blocks that were merely allocated
 * ({@code fallocate}, or a hole) have to be marked as written after each write, and where that fails, Linux 6.18 on
 * ext4 was seen to answer an fdatasync with "done" for bytes that were gone after the cut.
 */
final class BlockReserve {
    private static final int CHUNK_BYTES = 1 << 20;
    /** Forced in steps, so that the syncer never waits behind hundreds of megabytes of zeros. */
    private static final int FORCE_BYTES = 8 << 20;

    private BlockReserve() {}

    /** Reserves a file that does not exist yet; fails when there is no room. */
    static void allocate(JournalFile file, long bytes) throws IOException {
        Path reserved = reserved(file);
        Path temporary = reserved.resolveSibling(reserved.getFileName() + ".tmp");
        try {
            fill(temporary, bytes);
            Files.move(temporary, reserved, StandardCopyOption.ATOMIC_MOVE);
            DurableFiles.forceDirectory(reserved.getParent());
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    private static void fill(Path path, long bytes) throws IOException {
        try (FileChannel channel = FileChannel.open(
                path, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            ByteBuffer zeros = ByteBuffer.allocateDirect(CHUNK_BYTES);
            for (long position = 0; position < bytes; ) {
                zeros.clear().limit((int) Math.min(CHUNK_BYTES, bytes - position));
                position += channel.write(zeros);
                if (position % FORCE_BYTES == 0) {
                    channel.force(false);
                }
            }
            channel.force(true);
        }
    }

    /** Gives the blocks of a file back that was never begun. */
    static void release(JournalFile file) throws IOException {
        Files.deleteIfExists(reserved(file));
    }

    private static Path reserved(JournalFile file) {
        String name = file.path().getFileName().toString();
        int end = name.length() - JournalFile.SUFFIX.length();
        return file.path().resolveSibling(name.substring(0, end) + ".precreated");
    }
}
