package bankroll.tools.check;

import bankroll.condition.ConditionException;
import bankroll.journal.JournalSource;
import bankroll.snapshot.CheckedSnapshot;
import bankroll.snapshot.InvalidSnapshotException;
import bankroll.snapshot.SnapshotHead;
import bankroll.snapshot.SnapshotStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The snapshots that can stand for what a retention has removed: whole, of this journal, and without a gap before its
 * first entry. One thread.
 */
public final class UsableSnapshots {
    private final JournalSource journal;
    private final Path directory;
    private final long first;
    private final List<String> unusable = new ArrayList<>();
    private long beyond;

    /**
     * Of a journal.
     *
     * @param directory where they are; null when there is no such place
     */
    public UsableSnapshots(JournalSource journal, Path directory) {
        this.journal = journal;
        this.directory = directory;
        first = journal.firstSequence();
    }

    /** The oldest one, if it is not beyond this entry: from it most can be proved. */
    CheckedSnapshot oldest(long lastSequence) {
        return choose(Comparator.naturalOrder(), lastSequence);
    }

    /** The newest one that is not beyond this entry: from it least has to be applied. */
    CheckedSnapshot newest(long lastSequence) {
        return choose(Comparator.reverseOrder(), lastSequence);
    }

    /** Whether one of these is usable. */
    public boolean isAnyOf(List<Path> paths) {
        SnapshotStore store = new SnapshotStore(directory);
        return paths.stream().anyMatch(path -> usable(store, path) != null);
    }

    /** Why those that were looked at are not usable, in brackets; empty when there is nothing to say. */
    public String reasons() {
        return unusable.isEmpty() ? "" : " (" + String.join("; ", unusable) + ")";
    }

    private CheckedSnapshot choose(Comparator<Path> order, long lastSequence) {
        SnapshotStore store = directory == null ? null : new SnapshotStore(directory);
        List<Path> paths = store == null ? List.of() : store.list();
        for (Path path : paths.stream().sorted(order).toList()) {
            CheckedSnapshot snapshot = usable(store, path);
            if (snapshot != null && snapshot.head().sequence() <= lastSequence) {
                return snapshot;
            }
            if (snapshot != null) {
                beyond = beyond == 0
                        ? snapshot.head().sequence()
                        : Math.min(beyond, snapshot.head().sequence());
            }
        }
        throw beyond > 0 ? tooEarly(lastSequence) : none();
    }

    private CheckedSnapshot usable(SnapshotStore store, Path path) {
        try {
            CheckedSnapshot snapshot = store.prove(path);
            SnapshotHead.Standing standing = snapshot.head().standing(journal);
            if (standing.isUsable()) {
                return snapshot;
            }
            unusable.add(path.getFileName() + " " + standing.text());
        } catch (InvalidSnapshotException e) {
            unusable.add(path.getFileName() + " " + e.getMessage());
        }
        return null;
    }

    private ConditionException tooEarly(long lastSequence) {
        return ConditionException.misuse("what came before entry " + first
                + " was removed, and the oldest snapshot that"
                + " stands for it is of entry " + beyond + ": nothing is known of the state at entry " + lastSequence
                + "; ask for entry " + beyond + " or a later one, or use a backup that goes back further");
    }

    private ConditionException none() {
        return ConditionException.wrong(
                "the journal starts at sequence " + first + ": what came before was removed, and"
                        + " no valid snapshot reaches it" + reasons()
                        + ", so its state can't be rebuilt (verify --frames-only needs none); "
                        + (directory == null
                                ? "name the data directory, where the journal's snapshots are"
                                : "\"./bankroll journal salvage DIR --with BACKUP NEW\" takes one from a backup"));
    }
}
