package bankroll.engine;

import bankroll.condition.Degradation;
import bankroll.condition.Degradation.Part;
import bankroll.condition.LogId;
import bankroll.journal.CorruptJournalException;
import bankroll.journal.Frame;
import bankroll.journal.FrameLookup;
import bankroll.journal.JournalStore;
import bankroll.journal.OpeningWatch;
import bankroll.snapshot.InvalidSnapshotException;
import bankroll.snapshot.SnapshotStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes journal files that are older than the operator keeps. A start from any kept snapshot, the oldest too, must
 * still find all it needs: every entry behind it, and those from which the chain is continued. After each snapshot, on
 * the snapshot's thread.
 */
final class Retention {
    private static final Logger LOG = LoggerFactory.getLogger(Retention.class);

    private final JournalStore journal;
    private final SnapshotStore snapshots;
    private final long keptMs;
    private final Degradation degradation;
    private final OpeningWatch watcher;
    private Checked last = new Checked(List.of(), 0);

    /**
     * A snapshot that was found whole.
     *
     * @param file its path, bytes and time of the last change: while these are the same it isn't read again
     * @param sequence its last entry
     */
    private record Checked(List<Object> file, long sequence) {}

    /**
     * @param keptMs milliseconds for which entries are kept at least; 0 for ever
     * @param degradation while it tells of the journal, nothing is removed: it may be evidence
     * @param watcher is told how far the reading of a snapshot is; what it throws ends that, and nothing is removed
     */
    Retention(
            JournalStore journal, SnapshotStore snapshots, long keptMs, Degradation degradation, OpeningWatch watcher) {
        this.journal = journal;
        this.snapshots = snapshots;
        this.keptMs = keptMs;
        this.degradation = degradation;
        this.watcher = watcher;
    }

    /** Removes what is too old at this time of the ledger. A failure is reported: nothing is lost by keeping more. */
    void apply(long nowMs) {
        if (keptMs == 0 || degradation.isOf(Part.LOOKUPS) || degradation.isOf(Part.CHAIN)) {
            return;
        }
        try {
            int removed = journal.removeOlderThan(nowMs - keptMs, this::neededFrom);
            if (removed > 0) {
                LOG.info("Removed {} journal files; entry {} is the oldest.", removed, journal.firstSequence());
            }
        } catch (InvalidSnapshotException | CorruptJournalException | UncheckedIOException e) {
            LOG.warn(LogId.RETENTION_SKIPPED.marker(), "No journal files are removed: {}", e.getMessage());
        }
    }

    /** The first entry that a start from the oldest snapshot of this journal reads; it is checked as a whole. */
    private long neededFrom() {
        Path oldest = oldest();
        if (oldest == null) {
            return 0;
        }
        long snapshot = checked(oldest);
        try (FrameLookup frame = journal.lookup()) {
            boolean isFound = frame.find(snapshot + 1) || frame.find(snapshot);
            long chained = isFound ? Frame.chainSequence(frame.buffer(), frame.offset()) + 1 : 0;
            return Math.min(snapshot, chained);
        }
    }

    private Path oldest() {
        Path oldest = null;
        for (Path path : snapshots.list()) {
            if (snapshots.standing(path, journal).isUsable()) {
                oldest = path;
            }
        }
        return oldest;
    }

    private long checked(Path snapshot) {
        List<Object> file;
        try {
            file = List.of(snapshot, Files.size(snapshot), Files.getLastModifiedTime(snapshot));
        } catch (IOException e) {
            throw new UncheckedIOException("can't read the snapshot " + snapshot, e);
        }
        if (!file.equals(last.file())) {
            last = new Checked(file, snapshots.check(snapshot, watcher).head().sequence());
        }
        return last.sequence();
    }
}
