package bankroll.tools.backup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.journal.files.DirectoryLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One run at a time, also where the file system knows no locks: here it is a directory that can't be locked. */
class BackupDirectoryTest {
    @TempDir
    Path path;

    @BeforeEach
    void takeTheLocks() throws IOException {
        Files.createDirectory(path.resolve(DirectoryLock.FILE));
    }

    @Test
    void shouldLetOneRunInWhereThereAreNoLocks() throws IOException {
        BackupDirectory first = new BackupDirectory(path);
        DirectoryLock none = first.lock();
        assertNull(none);

        ConditionException refused = assertThrows(ConditionException.class, new BackupDirectory(path)::lock);

        assertEquals(ExitCode.IN_USE, refused.exitCode());
        assertTrue(
                refused.getMessage().contains("another run writes to " + path + ", or one was interrupted"),
                refused::getMessage);
        assertTrue(refused.getMessage().contains("delete " + path.resolve("RUN.part")), refused::getMessage);
        first.unlock(none);
        assertFalse(new BackupDirectory(path).isBegun());
        BackupDirectory next = new BackupDirectory(path);
        next.unlock(next.lock());
        try (Stream<Path> left = Files.list(path)) {
            assertEquals(List.of(path.resolve(DirectoryLock.FILE)), left.toList());
        }
    }
}
