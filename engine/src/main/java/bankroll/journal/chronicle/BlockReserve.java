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
import java.util.function.BooleanSupplier;
import net.openhft.posix.PosixAPI;

/**
 * Gives a file its blocks before it is needed, under the name from which Chronicle takes it when it rolls: a write into
 * a mapped file can't run out of disk then.
 *
 * <p>Where a force is to promise something, the blocks are written with zeros, so that every later write only
 * overwrites. Blocks that were merely allocated have to be marked as written after each write, and where that fails,
 * Linux 6.18 on ext4 was seen to answer an fdatasync with "done" for bytes that were gone after the cut.
 */
final class BlockReserve {
    /**
     * Written by one call. Since 6.16 Linux keeps what is written together to ext4 as one page, and a force writes every
     * page whole that a store has changed: with a megabyte, batches of 1 wrote 450 times what was appended.
     */
    private static final int CHUNK_BYTES = 16 << 10;
    /** Forced in steps, so that the syncer never waits behind hundreds of megabytes of zeros. */
    private static final int FORCE_BYTES = 8 << 20;

    private static final int O_RDWR = 2;

    private BlockReserve() {}

    /**
     * Reserves a file that does not exist yet; fails when there is no room.
     *
     * @param zeros whether the blocks are written; otherwise they are only allocated, in no time, where the file system
     *     can do that.
     * @param isAbandoned asked again and again: a stop need not wait for the rest of a file that nobody will use
     * @return whether the file is in reserve
     */
    static boolean allocate(JournalFile file, long bytes, boolean zeros, BooleanSupplier isAbandoned)
            throws IOException {
        Path reserved = reserved(file);
        Path temporary = reserved.resolveSibling(reserved.getFileName() + ".tmp");
        try {
            Files.deleteIfExists(temporary);
            Files.createFile(temporary);
            if (zeros || !allocateBlocks(temporary, bytes)) {
                fill(temporary, bytes, isAbandoned);
            }
            if (isAbandoned.getAsBoolean()) {
                return false;
            }
            Files.move(temporary, reserved, StandardCopyOption.ATOMIC_MOVE);
            DurableFiles.forceDirectory(reserved.getParent());
            return true;
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    private static void fill(Path path, long bytes, BooleanSupplier isAbandoned) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
            ByteBuffer chunk = ByteBuffer.allocateDirect(CHUNK_BYTES);
            for (long position = 0; position < bytes && !isAbandoned.getAsBoolean(); ) {
                chunk.clear().limit((int) Math.min(CHUNK_BYTES, bytes - position));
                position += channel.write(chunk);
                if (position % FORCE_BYTES == 0) {
                    channel.force(false);
                }
            }
            channel.force(true);
        }
    }

    private static boolean allocateBlocks(Path path, long bytes) throws IOException {
        PosixAPI posix = PosixAPI.posix();
        int descriptor = posix.open(path.toString(), O_RDWR, 0);
        if (descriptor < 0) {
            return false;
        }
        try {
            return posix.fallocate(descriptor, 0, 0, bytes) == 0 && Files.size(path) == bytes;
        } finally {
            posix.close(descriptor);
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
