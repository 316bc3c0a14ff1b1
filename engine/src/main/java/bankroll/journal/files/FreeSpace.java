package bankroll.journal.files;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Room on the disk that a directory is on. The directory itself is asked: which mount it is on can't be told in a chroot, and
 * finding that takes a file descriptor, of which there may be none left.
 *
 * @param usableBytes free for this user
 * @param totalBytes all of it; 0 where the file system does not tell its size
 */
public record FreeSpace(long usableBytes, long totalBytes) {
    /** As it is now. */
    public static FreeSpace of(Path directory) throws IOException {
        File asked = directory.toFile();
        long total = asked.getTotalSpace();
        if (total == 0 && !asked.exists()) {
            throw new IOException("the free space of " + directory + " can't be told");
        }
        return new FreeSpace(asked.getUsableSpace(), total);
    }
}
