package bankroll.journal.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.journal.Journal;
import bankroll.journal.JournalContract;
import bankroll.journal.JournalFailure;
import bankroll.journal.JournalStore;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MemoryJournalTest extends JournalContract {
    private final MemoryDisk disk = new MemoryDisk();

    @Override
    protected JournalStore open() {
        return new MemoryJournalStore(disk);
    }

    @Test
    void shouldLoseOnlyWhatWasNotForcedInAPowerCut() {
        Journal journal = open().journal();
        script.append(journal, 30);
        journal.force();
        script.append(journal, 20);

        int lost = disk.powerCut(new Random(1));

        assertTrue(lost >= 0 && lost <= 20);
        assertEquals(50 - lost, open().recovered().lastSequence());
        assertEquals(sequences(1, 50 - lost), read(open(), 1));
    }

    @Test
    void shouldLoseNothingWhenKilled() {
        script.append(open().journal(), 30);

        disk.kill();

        assertEquals(30, open().recovered().lastSequence());
    }

    @Test
    void shouldRefuseEverythingAfterAFailedForce() {
        Journal journal = open().journal();
        script.append(journal, 3);
        disk.failForceAfter(0);

        assertThrows(JournalFailure.class, journal::force);
        assertThrows(JournalFailure.class, journal::force);
        assertThrows(JournalFailure.class, () -> script.append(journal, 1));
        assertEquals(0, journal.lastForced());
    }
}
