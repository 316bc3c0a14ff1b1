package bankroll.tools;

import static bankroll.tools.Called.journal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** After a power cut the forced mark on the disk may be older than what had been promised. */
class OldMarkTest {
    @TempDir
    Path temporary;

    @Test
    void shouldNotTakeForATornTailWhatALaterEntrySaysHadBeenForced() throws IOException {
        Path cut = cut(true);

        Called called = journal("verify", cut, "--quiet");

        assertEquals(1, called.exitCode(), called::toString);
        assertTrue(called.out().contains("where sequence 4 must stand"), called::toString);
        assertFalse(called.out().contains("torn tail"), called::toString);
    }

    @Test
    void shouldTakeForATornTailWhatNoLaterEntrySaysHadBeenForced() throws IOException {
        Path cut = cut(false);

        Called called = journal("verify", cut, "--quiet");

        assertEquals(1, called.exitCode(), called::toString);
        assertTrue(called.out().contains("torn tail"), called::toString);
    }

    /** Entry 4 is damaged, entry 5 is good; the mark says that entry 2 was the last one forced. */
    private Path cut(boolean isTold) throws IOException {
        Path data = temporary.resolve("data");
        Path cut = temporary.resolve("cut");
        try (JournalScript script = new JournalScript(data)) {
            script.open("anna").force();
            byte[] mark = Files.readAllBytes(data.resolve("journal/forced.mark"));
            script.deposit("anna", 1).deposit("anna", 2).force();
            if (isTold) {
                script.tellForced();
            }
            script.deposit("anna", 3);
            FrameSurgery.copy(data, cut);
            Files.write(cut.resolve("journal/forced.mark"), mark);
        }
        FrameSurgery.frame(cut, 4).flip(100);
        return cut;
    }
}
