package bankroll.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.engine.Engine;
import bankroll.engine.EngineContext;
import bankroll.engine.Logged;
import bankroll.journal.OpeningWatch;
import bankroll.journal.memory.MemoryDisk;
import bankroll.journal.memory.MemoryJournalStore;
import bankroll.ledger.Ledger;
import bankroll.protocol.HashKey;
import bankroll.snapshot.SnapshotStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A journal that was put back from elsewhere meets snapshots that aren't its own: they neither serve nor get lost. */
class ForeignSnapshotTest {
    private static final String ASIDE = ".not-of-this-journal";

    @TempDir
    private Path directory;

    private long timeMs = 1_000_000;

    @Test
    void shouldSetASnapshotAsideThatAnotherJournalGoesBeyond() throws IOException {
        startAndStop(new MemoryDisk(), 1);
        MemoryDisk other = new MemoryDisk();
        startAndStopElsewhere(other, 2);
        startAndStopElsewhere(other, 2);

        startAndStop(other, 2);

        assertEquals(List.of(name(1) + ASIDE, name(3)), files());
    }

    @Test
    void shouldSetASnapshotAsideThatAnotherJournalEndsAt() throws IOException {
        startAndStop(new MemoryDisk(), 1);
        MemoryDisk other = new MemoryDisk();
        startAndStopElsewhere(other, 2);

        startAndStop(other, 2);

        assertEquals(List.of(name(1) + ASIDE, name(2)), files());
    }

    @Test
    void shouldSetASnapshotAsideThatIsBeyondTheJournal() throws IOException {
        MemoryDisk disk = new MemoryDisk();
        startAndStop(disk, 1);
        startAndStop(disk, 1);
        MemoryDisk older = new MemoryDisk();
        startAndStop(older, 1);

        assertEquals(1, older.size());
        assertEquals(List.of(name(1), name(1) + ASIDE, name(2) + ASIDE), files());
    }

    /** The older copy of a journal goes on beside newer snapshots of the other copy. */
    @Test
    void shouldKeepItsOwnSnapshotsAndBeginWithThem() throws IOException {
        MemoryDisk copy = new MemoryDisk();
        startAndStop(copy, 1);
        MemoryDisk other = new MemoryDisk();
        for (int i = 0; i < 5; i++) {
            startAndStopElsewhere(other, 1);
        }
        for (Path snapshot : snapshots("elsewhere").list()) {
            Files.copy(snapshot, directory.resolve("here/snapshots").resolve(snapshot.getFileName()));
        }

        startAndStop(copy, 1);

        assertEquals(List.of(name(1), name(2), name(4) + ASIDE, name(5) + ASIDE), files());
    }

    /** What comes while the service runs takes no place either, and a second one of the name overwrites none. */
    @Test
    void shouldNotPruneItsOwnForThoseOfAnotherJournal() throws IOException {
        MemoryDisk other = new MemoryDisk();
        for (int i = 0; i < 5; i++) {
            startAndStopElsewhere(other, 1);
        }
        Path foreign = snapshots("elsewhere").list().get(0);
        MemoryDisk disk = new MemoryDisk();
        Path here = directory.resolve("here/snapshots").resolve(foreign.getFileName());
        for (int i = 0; i < 2; i++) {
            try (Engine engine = Engine.launch(context(disk, 2, "here"))) {
                Files.createDirectories(here.getParent());
                Files.copy(foreign, here);
                assertEquals(i + 1, engine.status().sequence());
            }
        }

        assertEquals(List.of(name(1), name(2), name(5) + ASIDE, name(5) + ASIDE + "-2"), files());
    }

    @Test
    void shouldTellDamageFromAnotherJournal() throws IOException {
        MemoryDisk disk = new MemoryDisk();
        startAndStop(disk, 1);
        Path snapshot = snapshots("here").list().get(0);
        damage(snapshot, 25); // in the checksum of its last entry's frame

        startAndStop(disk, 1);

        assertEquals(List.of(name(1), name(2)), files());
    }

    @Test
    void shouldBeginWithTheNewestThatIsWhole() throws IOException {
        MemoryDisk disk = new MemoryDisk();
        startAndStop(disk, 1);
        startAndStop(disk, 1);
        Path newest = snapshots("here").list().get(0);
        Path other = snapshots("here").list().get(1);
        try (Logged logged = new Logged(SnapshotStore.class)) {
            damage(newest, (int) Files.size(newest) / 2);
            assertEquals(1, sequenceLoaded(disk));
            damage(other, 0);
            assertEquals(0, sequenceLoaded(disk));

            String unused = "WARN Snapshot " + newest + " is damaged: its checksum is wrong; not used.";
            assertEquals(
                    List.of(unused, unused, "WARN Snapshot " + other + " is not a snapshot; not used."),
                    logged.lines());
        }
    }

    private static void damage(Path snapshot, int at) throws IOException {
        byte[] bytes = Files.readAllBytes(snapshot);
        bytes[at] ^= 1;
        Files.write(snapshot, bytes);
    }

    private long sequenceLoaded(MemoryDisk disk) {
        try (Ledger loaded =
                snapshots("here").loadNewest(new MemoryJournalStore(disk), () -> new Ledger(5), OpeningWatch.NONE)) {
            return loaded.sequence();
        }
    }

    @Test
    void shouldKeepTheNewestAndSayHowManyWereDeleted() throws IOException {
        MemoryDisk disk = new MemoryDisk();
        for (int i = 0; i < 3; i++) {
            startAndStopElsewhere(disk, 1);
        }
        Path begun = directory.resolve("elsewhere/snapshots").resolve(name(9) + ".part");
        Files.createFile(begun);
        int before = snapshots("elsewhere").list().size();

        assertEquals(before - 1, snapshots("elsewhere").prune(1, new MemoryJournalStore(disk)));

        assertEquals(
                List.of(name(3)),
                snapshots("elsewhere").list().stream()
                        .map(path -> path.getFileName().toString())
                        .toList());
        assertTrue(Files.notExists(begun));
    }

    private static String name(long sequence) {
        return "snapshot-000000000000000000" + sequence + ".bks";
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve("here/snapshots"))) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private SnapshotStore snapshots(String place) {
        return new SnapshotStore(directory.resolve(place).resolve(SnapshotStore.DIRECTORY));
    }

    private void startAndStop(MemoryDisk disk, long key) {
        Engine.launch(context(disk, key, "here")).close();
    }

    private void startAndStopElsewhere(MemoryDisk disk, long key) {
        Engine.launch(context(disk, key, "elsewhere")).close();
    }

    /** One entry and one snapshot more, at a time of their own. */
    private EngineContext context(MemoryDisk disk, long key, String place) {
        long now = timeMs += 10;
        return new EngineContext()
                .dataDirectory(directory.resolve(place))
                .clock(() -> now)
                .newLedger(() -> new Ledger(5))
                .newHashKey(() -> new HashKey(key, key))
                .journalOpener(journal -> new MemoryJournalStore(disk));
    }
}
