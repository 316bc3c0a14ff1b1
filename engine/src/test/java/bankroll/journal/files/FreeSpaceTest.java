package bankroll.journal.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.ConditionException;
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
    void shouldTellTheRoomWhereADirectoryWillBe() throws IOException {
        Path planned = directory.resolve("a/b/../c");

        assertEquals(directory.toAbsolutePath(), FreeSpace.standing(planned));
        assertEquals(
                FreeSpace.of(directory).totalBytes(), FreeSpace.near(planned).totalBytes());
    }

    @Test
    void shouldRefuseAMarkThatLeavesNothingOfTheDiskWhereItsSizeIsKnown() {
        FreeSpace space = new FreeSpace(500, 1_000);

        space.requireAbove(999);
        assertTrue(assertThrows(ConditionException.class, () -> space.requireAbove(1_000))
                .getMessage()
                .contains("no booking could ever be taken"));
        new FreeSpace(0, 0).requireAbove(1_000);
    }

    @Test
    void shouldNotTakeADirectoryThatIsGoneForAFullDisk() {
        assertThrows(IOException.class, () -> FreeSpace.of(directory.resolve("gone")));
    }
}
