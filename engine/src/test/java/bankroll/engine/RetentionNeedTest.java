package bankroll.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.condition.Degradation;
import bankroll.journal.DiskWatch;
import bankroll.journal.FrameLookup;
import bankroll.journal.Journal;
import bankroll.journal.JournalReader;
import bankroll.journal.JournalStore;
import bankroll.journal.RecoveredJournal;
import bankroll.journal.memory.MemoryDisk;
import bankroll.journal.memory.MemoryJournalStore;
import bankroll.ledger.Ledger;
import bankroll.snapshot.Effort;
import bankroll.snapshot.FileEvents;
import bankroll.snapshot.SnapshotHead;
import bankroll.snapshot.SnapshotStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From which entry on a journal is kept, for the oldest snapshot and for the chain. */
class RetentionNeedTest {
    @TempDir
    private Path data;

    private final MemoryDisk disk = new MemoryDisk();
    private final List<Long> neededFrom = new ArrayList<>();
    private SnapshotStore snapshots;
    private Retention retention;

    /** One entry each, and a snapshot of it; a start seals what was there before. */
    @BeforeEach
    void startAndStop() {
        snapshots = new SnapshotStore(data.resolve(SnapshotStore.DIRECTORY));
        retention = new Retention(
                new Asked(new MemoryJournalStore(disk), neededFrom), snapshots, 1, new Degradation(() -> 0));
        startAndStop(1);
    }

    private void startAndStop(int kept) {
        EngineContext context = new EngineContext()
                .dataDirectory(data)
                .newLedger(() -> new Ledger(5))
                .snapshotsKept(kept)
                .agentHost((agent, idle, failed) -> () -> {})
                .journalOpener(journal -> new MemoryJournalStore(disk));
        Engine.launch(context).close();
    }

    /** The chain is continued from what the entry behind the snapshot carries, and that is the snapshot's own here. */
    @Test
    void shouldNeedTheEntriesBehindTheSnapshot() {
        startAndStop(2);

        retention.apply(10);

        assertEquals(List.of(1L), neededFrom);
    }

    /** The last entry carries the chain up to the one before it; none stands behind the snapshot yet. */
    @Test
    void shouldNeedTheEntriesFromWhichTheChainIsContinued() {
        startAndStop(1);

        retention.apply(10);

        assertEquals(List.of(2L), neededFrom);
    }

    @Test
    void shouldNotCountASnapshotOfAnotherJournal() throws IOException {
        startAndStop(1);
        try (Ledger ledger = new Ledger(5)) {
            snapshots.take(new SnapshotHead(1, 0, 0x1234567), ledger.freeze(), Effort.ALONE);
        }

        retention.apply(10);

        assertEquals(List.of(2L), neededFrom);
    }

    @Test
    void shouldReadASnapshotWholeOnlyOnce() throws IOException {
        Path snapshot = snapshots.list().get(0);
        retention.apply(10);

        FileEvents again = FileEvents.of(() -> retention.apply(20));

        assertEquals(64, again.bytesRead(snapshot), "its head");
        assertEquals(2, neededFrom.size());
    }

    /** Notes what is needed, and removes nothing. */
    private record Asked(JournalStore store, List<Long> neededFrom) implements JournalStore {
        @Override
        public int removeOlderThan(long timeMs, LongSupplier belowSequence) {
            neededFrom.add(belowSequence.getAsLong());
            return 0;
        }

        @Override
        public RecoveredJournal recovered() {
            return store.recovered();
        }

        @Override
        public Journal journal() {
            return store.journal();
        }

        @Override
        public DiskWatch disk() {
            return store.disk();
        }

        @Override
        public void close() {
            store.close();
        }

        @Override
        public long firstSequence() {
            return store.firstSequence();
        }

        @Override
        public JournalReader reader(long fromSequence) {
            return store.reader(fromSequence);
        }

        @Override
        public FrameLookup lookup() {
            return store.lookup();
        }
    }
}
