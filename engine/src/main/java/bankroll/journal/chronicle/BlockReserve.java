package bankroll.journal.chronicle;

import bankroll.journal.files.DurableFiles;
import bankroll.journal.files.JournalFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import net.openhft.posix.PosixAPI;

/**
 * Allocates a file's blocks before it is written, under the name from which Chronicle takes it when it rolls: writes
 * into a mapped file can't run out of disk then.
 */
final class BlockReserve {
    private static final int O_RDWR = 2;
    private static final int EINVAL = 22;
    private static final int ENOSYS = 38;
    private static final int EOPNOTSUPP = 95;

    /** How an allocation ended. */
    enum Result {
        /** The blocks are there. */
        DONE,
        /** Not enough room now. */
        NO_ROOM,
        /** This file system, or this platform, can't. */
        UNSUPPORTED
    }

    private BlockReserve() {}

    /** Allocates the blocks of a file that does not exist yet. */
    static Result allocate(JournalFile file, long bytes) throws IOException {
        Path reserved = reserved(file);
        Path temporary = reserved.resolveSibling(reserved.getFileName() + ".tmp");
        Files.write(
                temporary,
                new byte[0],
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.WRITE);
        Result result = allocateBlocks(temporary, bytes);
        if (result == Result.DONE && Files.size(temporary) == bytes) {
            Files.move(temporary, reserved, StandardCopyOption.ATOMIC_MOVE);
            DurableFiles.forceDirectory(reserved.getParent());
            return Result.DONE;
        }
        Files.delete(temporary);
        return result == Result.DONE ? Result.UNSUPPORTED : result;
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

    private static Result allocateBlocks(Path path, long bytes) {
        PosixAPI posix = PosixAPI.posix();
        int descriptor = posix.open(path.toString(), O_RDWR, 0);
        if (descriptor < 0) {
            return Result.UNSUPPORTED;
        }
        try {
            return posix.fallocate(descriptor, 0, 0, bytes) == 0 ? Result.DONE : refused(posix.lastError());
        } finally {
            posix.close(descriptor);
        }
    }

    private static Result refused(int error) {
        return error == EOPNOTSUPP || error == ENOSYS || error == EINVAL ? Result.UNSUPPORTED : Result.NO_ROOM;
    }
}
