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
    /** Forced in steps, behind each of which others come first: the syncer never waits for more zeros than these. */
    private static final int STEP_BYTES = 2 << 20;

    private static final int O_RDWR = 2;

    private BlockReserve() {}

    /** What is still wanted of a reserve while it is written. */
    interface Demand {
        /** Whether nobody will use it: a stop need not wait for the rest. */
        boolean isOver();

        /** Whether so many bytes will do: somebody waits for them. */
        boolean isMet(long bytes);

        /** So many bytes are written: lets others go first, for as long as there is time. */
        default void rest(long bytes) {}
    }

    /**
     * Reserves a file that does not exist yet; fails when there is no room.
     *
     * @param zeros whether the blocks are written; otherwise they are only allocated, in no time, where the file system
     *     can do that.
     * @param demand asked again and again while zeros are written
     * @return how many bytes are in reserve; 0 when it was abandoned
     */
    static long allocate(JournalFile file, long bytes, boolean zeros, Demand demand) throws IOException {
        Path ready = reserved(file);
        Path temporary = ready.resolveSibling(ready.getFileName() + ".tmp");
        try {
            Files.deleteIfExists(temporary);
            Files.createFile(temporary);
            long reserved = zeros || !allocateBlocks(temporary, bytes) ? fill(temporary, bytes, demand) : bytes;
            if (demand.isOver()) {
                return 0;
            }
            Files.move(temporary, ready, StandardCopyOption.ATOMIC_MOVE);
            DurableFiles.forceDirectory(ready.getParent());
            return reserved;
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    private static long fill(Path path, long bytes, Demand demand) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
            ByteBuffer chunk = ByteBuffer.allocateDirect(CHUNK_BYTES);
            long position = 0;
            while (position < bytes && !demand.isOver() && !demand.isMet(position)) {
                chunk.clear().limit((int) Math.min(CHUNK_BYTES, bytes - position));
                position += channel.write(chunk);
                if (position % STEP_BYTES == 0) {
                    channel.force(false);
                    demand.rest(position);
                }
            }
            channel.force(true);
            return position;
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
        return file.path().resolveSibling(name.substring(0, end) + JournalFile.RESERVED);
    }
}
