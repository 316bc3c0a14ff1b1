package bankroll.journal.reading;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.journal.FrameScript;
import bankroll.journal.files.JournalFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole frames behind a damaged place say what had been on the disk when they were sealed. */
class ForcedProofTest {
    /** Where frames stand in each of these files. */
    private static final int[] PLACES = {8, 2_000, 4_004};

    @TempDir
    private Path journal;

    private final AtomicLong forced = new AtomicLong();
    private final FrameScript script = new FrameScript(sequence -> 21);
    private JournalFile first;
    private JournalFile second;
    private JournalFile third;

    @BeforeEach
    void givenFilesWhoseFramesSayMoreAndMore() throws IOException {
        script.sealer().forced(forced::get);
        script.sealer().continueAfter(100, 0);
        first = file(1, 10, 20, 30);
        second = file(2, 40, 60, 50);
        third = file(3, 0, 0, 55);
    }

    @Test
    void shouldBeTheHighestOfAnyFrameBehindThePlace() {
        assertEquals(60, behind(first, 0));
        assertEquals(60, behind(second, 0));
        assertEquals(60, behind(second, 2_000));
        assertEquals(60, behind(second, 1_997), "the next place where a frame may stand");
        assertEquals(55, behind(second, 2_001));
        assertEquals(55, behind(third, 0));
        assertEquals(0, behind(third, 4_005));
        assertEquals(0, behind(third, 1_000_000));
    }

    @Test
    void shouldNotHeedAFrameThatIsNotWhole() throws IOException {
        byte[] bytes = Files.readAllBytes(second.path());
        bytes[2_000 + 90] ^= 1;
        Files.write(second.path(), bytes);

        assertEquals(55, behind(first, 0));
    }

    @Test
    void shouldBeNothingWhereWhatIsDamagedIsNoJournalFile() {
        assertEquals(0, ForcedProof.behind(journal, "manifest", 0));
    }

    private long behind(JournalFile file, long position) {
        return ForcedProof.behind(journal, file.name(), position);
    }

    private JournalFile file(long number, long... forcedSequences) throws IOException {
        byte[] bytes = new byte[8_192];
        for (int i = 0; i < PLACES.length; i++) {
            forced.set(forcedSequences[i]);
            int length = script.sealNext();
            script.buffer().getBytes(0, bytes, PLACES[i], length);
        }
        JournalFile file = JournalFile.of(journal, 1, number);
        Files.createDirectories(file.path().getParent());
        Files.write(file.path(), bytes);
        return file;
    }
}
