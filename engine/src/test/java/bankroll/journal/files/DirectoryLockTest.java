package bankroll.journal.files;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.journal.DirectoryLockedException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryLockTest {
    @TempDir
    private Path directory;

    /** As another copy of this class in the same process would hold it. */
    @Test
    void shouldRefuseWhatSomethingElseInThisProcessHolds() throws IOException {
        DirectoryLock.acquire(directory).close();
        try (FileChannel other = FileChannel.open(directory.resolve(DirectoryLock.FILE), StandardOpenOption.WRITE)) {
            assertTrue(other.lock().isValid());

            assertThrows(DirectoryLockedException.class, () -> DirectoryLock.acquire(directory));
        }
        DirectoryLock.acquire(directory).close();
    }

    @Test
    void shouldBeHeldOnce() throws IOException {
        try (DirectoryLock held = DirectoryLock.acquire(directory)) {
            assertThrows(DirectoryLockedException.class, () -> DirectoryLock.acquire(directory));
            assertTrue(held != null);
        }
        DirectoryLock.acquire(directory).close();
    }
}
