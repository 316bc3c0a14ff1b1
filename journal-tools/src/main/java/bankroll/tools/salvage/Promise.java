package bankroll.tools.salvage;

import bankroll.condition.ConditionException;
import bankroll.engine.DataDirectory;
import bankroll.engine.EngineContext;
import bankroll.ledger.Ledger;
import bankroll.protocol.HashKey;
import bankroll.protocol.LedgerId;
import bankroll.snapshot.InvalidSnapshotException;
import bankroll.snapshot.SnapshotStore;
import bankroll.tools.source.BackupManifest;
import bankroll.tools.source.Mark;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What a copy says it once held, whatever is left of it: by the mark of what was forced, its manifest, and the snapshots beside
 * it, since none is ahead of its journal.
 *
 * @param lastSequence the last of these entries; 0 when nothing tells one
 * @param isEndTold whether it held no more than that, as far as these tell
 */
record Promise(long lastSequence, boolean isEndTold) {
    /** Of a copy of which nothing tells. */
    private static final Promise NONE = new Promise(0, false);

    /**
     * Of a copy.
     *
     * @param copy as it was named
     * @param journal its journal, or what is left of one
     * @param ledger which ledger it is of; null when that isn't known
     */
    static Promise of(Path copy, Path journal, LedgerId ledger) {
        Promise listed = listed(copy, journal);
        long snapshot = snapshot(snapshots(copy, journal), ledger, listed.lastSequence());
        return new Promise(Math.max(snapshot, listed.lastSequence()), listed.isEndTold());
    }

    private static Promise listed(Path copy, Path journal) {
        try {
            if (Files.exists(copy.resolve(DataDirectory.BACKUP_MANIFEST))) {
                return new Promise(BackupManifest.load(copy).lastSequence(), true);
            }
            Mark mark = Mark.of(journal);
            return new Promise(mark.lastSequence(), mark.isEndTold());
        } catch (ConditionException | UncheckedIOException e) {
            return NONE;
        }
    }

    /** Where snapshots of this copy are: in the data directory, which may be named by its journal, or in the backup. */
    private static Path snapshots(Path copy, Path journal) {
        Path parent = journal.toAbsolutePath().normalize().getParent();
        boolean isInside = parent != null && journal.endsWith(EngineContext.JOURNAL);
        return isInside ? parent.resolve(SnapshotStore.DIRECTORY) : copy;
    }

    /** The entry of the newest one that is whole, of this ledger, and beyond another entry; 0 when there is none. */
    private static long snapshot(Path directory, LedgerId ledger, long beyond) {
        SnapshotStore store = new SnapshotStore(directory);
        try {
            return store.list().stream()
                    .filter(path -> SnapshotStore.sequence(path) > beyond)
                    .filter(path -> isOf(ledger, store, path))
                    .findFirst()
                    .map(SnapshotStore::sequence)
                    .orElse(0L);
        } catch (UncheckedIOException e) {
            return 0;
        }
    }

    /** Read whole: a service that was given another ledger's directory leaves that one's snapshots. */
    private static boolean isOf(LedgerId ledger, SnapshotStore store, Path snapshot) {
        try (Ledger state = new Ledger()) {
            store.load(snapshot, state);
            HashKey key = state.hashKey();
            boolean isSame = ledger == null || key != null && ledger.equals(LedgerId.of(key));
            return isSame && state.sequence() == SnapshotStore.sequence(snapshot);
        } catch (InvalidSnapshotException | UncheckedIOException e) {
            return false;
        }
    }
}
