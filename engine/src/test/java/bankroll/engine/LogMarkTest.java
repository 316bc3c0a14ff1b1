package bankroll.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.ConditionException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the log began is told once, and kept. */
class LogMarkTest {
    private static final LogMark BEGAN = new LogMark(0x0102030405060708L, 0x11121314, 0);

    @TempDir
    private Path directory;

    @Test
    void shouldKeepWhereTheLogBeganWhateverTheJournalComesTo() {
        assertEquals(BEGAN, LogMark.began(directory.resolve("cluster"), BEGAN));

        assertEquals(BEGAN, LogMark.began(directory.resolve("cluster"), new LogMark(9, 9, 9)));
    }

    @Test
    void shouldNameAFileThatCanNotBeRead() throws IOException {
        Path file = Files.writeString(directory.resolve("begin"), "none of ours");

        String message = assertThrows(ConditionException.class, () -> LogMark.began(directory, BEGAN))
                .getMessage();

        assertTrue(message.contains(file.toString()), message);
    }
}
