package bankroll.journal.chronicle;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.journal.FrameScript;
import bankroll.journal.Journal;
import bankroll.journal.JournalContext;
import bankroll.journal.JournalStore;
import bankroll.journal.files.JournalFile;
import bankroll.testkit.RecordedDisk;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When the journal itself asks the disk for a force, and what it takes for forced. */
class JournalForceTest {
    private final FrameScript script = FrameScript.small();
    private RecordedDisk disk;
    private String barrier;
    private JournalStore store;
    private Journal journal;

    @BeforeEach
    void open(@TempDir Path directory) {
        disk = new RecordedDisk(directory);
        barrier = "force the bytes of " + JournalFile.of(disk.root(), 1, 1).name();
        store = ChronicleJournalStore.open(new JournalContext()
                .directory(disk.root())
                .fileBytes(8 << 20)
                .maxFrameBytes(64 << 10)
                .zerosAhead(false)
                .lowWaterBytes(0));
        journal = store.journal();
        script.append(journal, 1);
        journal.force();
        forces();
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void shouldForceWhatWasAppendedOnceForAllOfIt() {
        script.append(journal, 3);

        assertEquals(4, journal.force());
        assertEquals(4, journal.force());

        assertEquals(List.of(barrier), forces());
    }

    @Test
    void shouldNotTakeForForcedWhatCameWhileTheDiskWasAtWork() {
        script.append(journal, 1);
        disk.during(barrier, () -> script.append(journal, 1));

        assertEquals(2, journal.force());
        assertEquals(2, journal.lastForced());

        assertEquals(3, journal.force());
        assertEquals(List.of(barrier, barrier), forces());
    }

    private List<String> forces() {
        return disk.events().stream().filter(barrier::equals).toList();
    }
}
