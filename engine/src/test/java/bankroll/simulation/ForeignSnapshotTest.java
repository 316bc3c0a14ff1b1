package bankroll.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.engine.Engine;
import bankroll.engine.EngineContext;
import bankroll.journal.memory.MemoryDisk;
import bankroll.journal.memory.MemoryJournalStore;
import bankroll.ledger.Ledger;
import bankroll.protocol.HashKey;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A journal that was put back from elsewhere meets snapshots that aren't its own. */
class ForeignSnapshotTest {
    @TempDir
    private Path directory;

    @Test
    void shouldRefuseASnapshotThatAnotherJournalGoesBeyond() {
        startAndStop(new MemoryDisk(), 1);
        MemoryDisk other = new MemoryDisk();
        startAndStopElsewhere(other, 2);
        startAndStopElsewhere(other, 2);
        refuse(other);
    }

    @Test
    void shouldRefuseASnapshotThatAnotherJournalEndsAt() {
        startAndStop(new MemoryDisk(), 1);
        MemoryDisk other = new MemoryDisk();
        startAndStopElsewhere(other, 2);
        refuse(other);
    }

    @Test
    void shouldLeaveASnapshotAloneThatIsBeyondTheJournal() {
        MemoryDisk disk = new MemoryDisk();
        startAndStop(disk, 1);
        startAndStop(disk, 1);
        MemoryDisk restored = new MemoryDisk();
        startAndStop(restored, 1);
        assertEquals(1, restored.size());
    }

    private void refuse(MemoryDisk disk) {
        var refused = assertThrows(IllegalStateException.class, () -> startAndStop(disk, 2));
        assertTrue(refused.getMessage().contains("another journal"), refused::getMessage);
    }

    private void startAndStop(MemoryDisk disk, long key) {
        startAndStop(disk, key, directory.resolve("here"));
    }

    private void startAndStopElsewhere(MemoryDisk disk, long key) {
        startAndStop(disk, key, directory.resolve("elsewhere"));
    }

    /** One entry and one snapshot more. */
    private static void startAndStop(MemoryDisk disk, long key, Path data) {
        EngineContext context = new EngineContext()
                .dataDirectory(data)
                .newLedger(() -> new Ledger(5))
                .newHashKey(() -> new HashKey(key, key))
                .journalOpener(journal -> new MemoryJournalStore(disk));
        Engine.launch(context).close();
    }
}
