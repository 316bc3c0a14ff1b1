package bankroll.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.Degradation;
import bankroll.journal.FrameLookup;
import bankroll.journal.Journal;
import bankroll.journal.JournalReader;
import bankroll.journal.JournalStore;
import bankroll.journal.JournalStore.DiskWatch;
import bankroll.journal.JournalStore.RecoveredJournal;
import bankroll.journal.OpeningWatch;
import bankroll.journal.memory.MemoryDisk;
import bankroll.journal.memory.MemoryJournalStore;
import bankroll.ledger.Ledger;
import bankroll.protocol.CommandHeader;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.CommandHeader.Origin;
import bankroll.protocol.IdHasher;
import bankroll.protocol.PieceDigest;
import bankroll.protocol.PlayerItem;
import bankroll.protocol.Profile;
import bankroll.snapshot.FileEvents;
import bankroll.snapshot.SnapshotHead;
import bankroll.snapshot.SnapshotStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.LongSupplier;
import org.agrona.concurrent.Agent;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From which entry on a journal is kept, for the oldest snapshot and for the chain. */
class RetentionNeedTest {
    @TempDir
    private Path data;

    private final MemoryDisk disk = new MemoryDisk();
    private final List<Long> neededFrom = new ArrayList<>();
    private OpeningWatch watched = OpeningWatch.NONE;
    private SnapshotStore snapshots;
    private Retention retention;

    /** Three entries of a process that seals none of them, and a snapshot of the last one. */
    @BeforeEach
    void startAndStop() {
        snapshots = new SnapshotStore(data.resolve(SnapshotStore.DIRECTORY));
        retention = new Retention(
                new Asked(new MemoryJournalStore(disk), neededFrom),
                snapshots,
                1,
                new Degradation(() -> 0),
                (read, of) -> watched.at(read, of));
        List<Agent> agents = new ArrayList<>();
        Engine engine = Engine.launch(context(1).agentHost((agent, idle, failed) -> {
            agents.add(agent);
            return () -> {};
        }));
        open(engine, "ann");
        open(engine, "ben");
        for (String role : List.of("ledger", "ledger", "journal-syncer")) {
            agents.stream().filter(agent -> agent.roleName().equals(role)).forEach(RetentionNeedTest::turn);
        }
        engine.close();
    }

    private static void turn(Agent agent) {
        try {
            agent.doWork();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static void open(Engine engine, String player) {
        Request request = new Request(published -> {});
        int item = CommandHeader.put(
                request.frame(), Request.COMMAND_OFFSET, CommandType.PLAYERS, 1, Origin.operator("test"));
        Profile profile = new Profile(player, null, null, null, null);
        IdHasher hasher = new IdHasher(engine.hashKey(), "");
        int end = PlayerItem.put(request.frame(), item, hasher, "EUR", profile);
        request.commandLength(end - Request.COMMAND_OFFSET);
        assertTrue(engine.submit(request));
    }

    private EngineContext context(int kept) {
        return new EngineContext()
                .dataDirectory(data)
                .newLedger(() -> new Ledger(5))
                .snapshotsKept(kept)
                .journalOpener(journal -> new MemoryJournalStore(disk));
    }

    /** Nothing stands behind it yet: its own entry says that the chain has not begun. */
    @Test
    void shouldNeedTheEntriesFromWhichTheChainIsContinued() {
        retention.apply(10);

        assertEquals(List.of(1L), neededFrom);
    }

    @Test
    void shouldRemoveNothingWhenAStopComesWhileItReadsASnapshot() {
        watched = (read, of) -> {
            throw new CancellationException();
        };

        assertThrows(CancellationException.class, () -> retention.apply(10));

        assertEquals(List.of(), neededFrom);
    }

    /** The next start has sealed all, and its entry says so. */
    @Test
    void shouldNeedTheSnapshotsOwnEntryWhenTheChainIsBeyondIt() {
        Engine.launch(context(2).agentHost((agent, idle, failed) -> () -> {})).close();

        retention.apply(10);

        assertEquals(List.of(3L), neededFrom);
    }

    @Test
    void shouldNotCountASnapshotOfAnotherJournal() throws IOException {
        try (Ledger ledger = new Ledger(5)) {
            snapshots.take(new SnapshotHead(1, 0, 0x1234567), ledger.freeze(), PieceDigest.onAllProcessors());
        }

        retention.apply(10);

        assertEquals(List.of(1L), neededFrom);
        Engine.launch(context(2).agentHost((agent, idle, failed) -> () -> {})).close();
        retention.apply(10);
        assertEquals(List.of(1L, 3L), neededFrom);
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
