package bankroll.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.engine.Replay;
import bankroll.journal.JournalReader;
import bankroll.journal.memory.MemoryJournalStore;
import bankroll.ledger.Ledger;
import bankroll.snapshot.CheckedSnapshot;
import bankroll.snapshot.SnapshotStore;
import java.util.TreeMap;

/** One state, whichever way it was reached: lived through, replayed, or loaded from a snapshot and replayed on. */
final class Digests {
    private final SimulatedDisk disk;
    private final SnapshotStore snapshots;
    private final TreeMap<Long, String> lived = new TreeMap<>();

    Digests(SimulatedDisk disk, SnapshotStore snapshots) {
        this.disk = disk;
        this.snapshots = snapshots;
    }

    /** A process has died in this state, between two requests. */
    void lived(Ledger ledger) {
        lived.put(ledger.sequence(), ledger.digest());
    }

    /** Entries behind this one are lost, and others will take their numbers. */
    void forgetAfter(long sequence) {
        lived.tailMap(sequence, false).clear();
    }

    /** Replays the whole journal and compares at every known state, and with the one that has just recovered. */
    void check(Ledger recovered) {
        TreeMap<Long, String> known = new TreeMap<>(lived);
        snapshots.list().stream()
                .map(snapshots::check)
                .forEach(snapshot -> compareOrPut(known, snapshot));
        try (Ledger replayed = new Ledger(1);
                MemoryJournalStore store = new MemoryJournalStore(disk);
                JournalReader reader = store.reader(1)) {
            while (reader.next()) {
                Replay.apply(replayed, reader);
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
            assertEquals(other, snapshot.digest(), () -> "snapshot of entry " + snapshot.head().sequence());
        }
    }
}
