package bankroll.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.engine.Replay;
import bankroll.journal.JournalReader;
import bankroll.journal.memory.MemoryJournalStore;
import bankroll.ledger.Ledger;
import bankroll.snapshot.CheckedSnapshot;
import bankroll.snapshot.SnapshotStore;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;

/** One state, whichever way it was reached: lived through, replayed, or loaded from a snapshot and replayed on. */
final class Digests {
    private final SimulatedDisk disk;
    private final SimulatedSnapshots directory;
    private final SnapshotStore snapshots;
    private final TreeMap<Long, String> lived = new TreeMap<>();

    Digests(SimulatedDisk disk, SimulatedSnapshots directory) {
        this.disk = disk;
        this.directory = directory;
        snapshots = new SnapshotStore(directory);
    }

    /** A process has died in this state, between two requests. */
    void lived(Ledger ledger) {
        lived.put(ledger.sequence(), ledger.digest());
    }

    /** Entries behind this one are lost, and others will take their numbers. */
    void forgetAfter(long sequence) {
        lived.tailMap(sequence, false).clear();
    }

    /** One of the snapshots rots. */
    void spoilOne(Random random) {
        List<Path> all = snapshots.list();
        if (!all.isEmpty()) {
            directory.spoil(all.get(random.nextInt(all.size())), random);
        }
    }

    /** The last entry in the newest snapshot that is whole; 0 when there is none. */
    long newestSnapshot() {
        for (Path file : snapshots.list()) {
            if (!directory.isSpoiled(file)) {
                return snapshots.check(file).head().sequence();
            }
        }
        return 0;
    }

    /** Replays the whole journal and compares at every known state, and with the one that has just recovered. */
    void check(Ledger recovered) {
        TreeMap<Long, String> known = new TreeMap<>(lived);
        List<Path> whole = snapshots.list().stream()
                .filter(file -> !directory.isSpoiled(file))
                .toList();
        if (whole.isEmpty() && directory.isPruned() && !directory.isAnySpoiled()) {
            throw new AssertionError("an old snapshot was thrown away, but there is no new one");
        }
        whole.forEach(file -> compareOrPut(known, snapshots.check(file)));
        try (Ledger replayed = new Ledger(5);
                MemoryJournalStore store = new MemoryJournalStore(disk);
                JournalReader reader = store.reader(1)) {
            Replay replay = new Replay(replayed, reader);
            while (replay.next()) {
                String digest = known.get(replayed.sequence());
                if (digest != null) {
                    assertEquals(digest, replayed.digest(), () -> "state at entry " + replayed.sequence());
                }
            }
            assertEquals(replayed.digest(), recovered.digest(), "state after recovery");
        }
    }

    private static void compareOrPut(TreeMap<Long, String> known, CheckedSnapshot snapshot) {
        String other = known.put(snapshot.head().sequence(), snapshot.digest());
        if (other != null) {
            assertEquals(
                    other,
                    snapshot.digest(),
                    () -> "snapshot of entry " + snapshot.head().sequence());
        }
    }
}
