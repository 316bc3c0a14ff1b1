package bankroll.tools.rebuild;

import bankroll.journal.files.DurableFiles;
import bankroll.ledger.Ledger;
import bankroll.ledger.table.FrozenState;
import bankroll.protocol.PieceDigest;
import bankroll.snapshot.CheckedSnapshot;
import bankroll.snapshot.SnapshotStore;
import bankroll.tools.check.Verification;
import bankroll.tools.rebuild.Disk.StraightSnapshots;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** The snapshots of a directory that is rebuilt, written straight to the disk. One thread at a time. */
final class RebuiltSnapshots {
    private final Path directory;
    private final StraightSnapshots files;
    private final SnapshotStore store;
    private CheckedSnapshot carried;
    private volatile long expectedBytes;

    /** Nothing is created yet. */
    RebuiltSnapshots(Path directory, Disk disk) {
        this.directory = directory;
        files = new StraightSnapshots(directory, disk);
        store = new SnapshotStore(files);
    }

    /** Takes the one over that the entries begin with, and reads it back: nothing could do without it. Null is none. */
    CheckedSnapshot carry(CheckedSnapshot beginning) throws IOException {
        if (beginning != null) {
            DurableFiles.createDirectories(directory);
            carried = store.check(store.adopt(beginning).path());
        }
        return carried;
    }

    /** What {@link #take} will have written; 0 before it begins. Any thread. */
    long expectedBytes() {
        return expectedBytes;
    }

    /** What it has written. Any thread. */
    long writtenBytes() {
        return files.writtenBytes();
    }

    /**
     * The one from which the service will start: of the last entry, or the one that was carried, when it is just as new.
     */
    CheckedSnapshot take(Verification verification) {
        if (carried != null && carried.head().sequence() == verification.lastSequence()) {
            return carried;
        }
        Ledger ledger = verification.ledger();
        try {
            FrozenState state = ledger.freeze();
            expectedBytes = SnapshotStore.bytes(state);
            return store.take(verification.head(), state, PieceDigest.onAllProcessors());
        } catch (IOException e) {
            throw new UncheckedIOException("can't write a snapshot to " + directory, e);
        } finally {
            ledger.release();
        }
    }
}
