package bankroll.journal.files;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Room on the disk that a directory is on. The directory itself is asked: which mount it is on can't be told in a chroot, and
 * finding that takes a file descriptor, of which there may be none left.
 *
 * @param usableBytes free for this user
 * @param totalBytes all of it; 0 where the file system does not tell its size
 */
public record FreeSpace(long usableBytes, long totalBytes) {
    /** As it is now where a directory is, or will be made. */
    public static FreeSpace near(Path path) throws IOException {
        return of(standing(path));
    }

    /** The directory, or while there is none the nearest one in which it would be made. */
    public static Path standing(Path path) {
        Path standing = path.toAbsolutePath().normalize();
        while (!Files.isDirectory(standing)) {
            standing = standing.getParent();
        }
        return standing;
    }

    /** As it is now. */
    public static FreeSpace of(Path directory) throws IOException {
        File asked = directory.toFile();
        long total = asked.getTotalSpace();
        if (total == 0 && !asked.exists()) {
            throw new IOException("the free space of " + directory + " can't be told");
        }
        return new FreeSpace(asked.getUsableSpace(), total);
    }

    /**
     * For a journal that is to take bookings here.
     *
     * @throws ConditionException when so much has to stay free as there is in all
     */
    public void requireAbove(long lowWaterBytes) {
        if (totalBytes > 0 && lowWaterBytes >= totalBytes) {
            throw new ConditionException(
                    ExitCode.USAGE,
                    "journal.low-water-bytes is " + lowWaterBytes + ", and the journal's whole file system has "
                            + totalBytes + " bytes: no booking could ever be taken",
                    "set it lower");
        }
    }
}
