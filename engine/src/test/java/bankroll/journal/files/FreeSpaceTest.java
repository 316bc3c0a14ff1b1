package bankroll.journal.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FreeSpaceTest {
    @TempDir
    private Path directory;

    @Test
    void shouldTellTheRoomWhereADirectoryIs() throws IOException {
        FreeSpace space = FreeSpace.of(directory);

        assertEquals(Files.getFileStore(directory).getTotalSpace(), space.totalBytes());
        assertTrue(space.usableBytes() > 0 && space.usableBytes() <= space.totalBytes(), space::toString);
    }

    @Test
    void shouldNotTakeADirectoryThatIsGoneForAFullDisk() {
        assertThrows(IOException.class, () -> FreeSpace.of(directory.resolve("gone")));
    }
}
