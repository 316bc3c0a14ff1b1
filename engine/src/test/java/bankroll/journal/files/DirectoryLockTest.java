package bankroll.journal.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.journal.files.DirectoryLock.DirectoryLockedException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryLockTest {
    @TempDir
    private Path directory;

    private DirectoryLock acquire() throws IOException {
        return DirectoryLock.acquire(directory, "wait for it");
    }

    /** As another copy of this class in the same process would hold it. */
    @Test
    void shouldRefuseWhatSomethingElseInThisProcessHolds() throws IOException {
        acquire().close();
        Path file = directory.resolve(DirectoryLock.FILE);
        assertEquals(ProcessHandle.current().pid() + "", Files.readString(file).strip());
        for (String pid : List.of("1234567", "", "a word")) {
            Files.writeString(file, pid + "\n");
            try (FileChannel other = FileChannel.open(file, StandardOpenOption.WRITE)) {
                assertTrue(other.lock().isValid());

                DirectoryLockedException refused = assertThrows(DirectoryLockedException.class, () -> acquire());

                String holder = pid.equals("1234567") ? "process 1234567" : "another process";
                assertEquals(directory + " is in use by " + holder + "; wait for it", refused.getMessage());
            }
        }
        acquire().close();
    }

    @Test
    void shouldBeHeldOnce() throws IOException {
        try (DirectoryLock held = acquire()) {
            assertThrows(DirectoryLockedException.class, () -> acquire());
            assertTrue(held != null);
        }
        acquire().close();
    }
}
