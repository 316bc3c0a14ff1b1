package bankroll.tools.rebuild;

import bankroll.journal.files.DurableFiles;
import bankroll.ledger.Ledger;
import bankroll.snapshot.CheckedSnapshot;
import bankroll.snapshot.Effort;
import bankroll.snapshot.InvalidSnapshotException;
import bankroll.snapshot.SnapshotHead;
import bankroll.snapshot.SnapshotStore;
import bankroll.tools.check.Verification;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The snapshots of a directory that is rebuilt, each read back when it is written. One thread at a time. */
final class RebuiltSnapshots {
    private final Path directory;
    private final WrittenProof proof;
    private final SnapshotStore store;
    private CheckedSnapshot carried;

    /** Nothing is created yet. */
    RebuiltSnapshots(Path directory, WrittenProof proof) {
        this.directory = directory;
        this.proof = proof;
        store = new SnapshotStore(directory);
    }

    /** Takes the one over that the entries begin with; null is none. */
    void carry(CheckedSnapshot beginning) throws IOException {
        if (beginning != null) {
            DurableFiles.createDirectories(directory);
            carried = asWritten(store.adopt(beginning));
        }
    }

    /**
     * The one from which the service will start: of the last entry, or the one that was carried, when it is just as new.
     *
     * @param lastCrc of that entry's frame
     */
    CheckedSnapshot take(Verification verification, int lastCrc) {
        if (carried != null && carried.head().sequence() == verification.lastSequence()) {
            return carried;
        }
        SnapshotHead head = new SnapshotHead(verification.lastSequence(), verification.lastTimeMs(), lastCrc);
        Ledger ledger = verification.ledger();
        try {
            return asWritten(store.take(head, ledger.freeze(), Effort.ALONE));
        } catch (IOException e) {
            throw new UncheckedIOException("can't write a snapshot to " + directory, e);
        } finally {
            ledger.release();
        }
    }

    /** Its checksum is over all bytes that were written, its digest, too. */
    private CheckedSnapshot asWritten(Path snapshot) throws IOException {
        try {
            CheckedSnapshot checked = store.check(snapshot);
            DiskRead disk = new DiskRead(proof.target());
            if (disk.isPastTheCache() && !disk.has(snapshot, Files.size(snapshot))) {
                throw proof.notAsWritten("the disk did not take " + snapshot);
            }
            return checked;
        } catch (InvalidSnapshotException e) {
            throw proof.notAsWritten("a snapshot " + e.getMessage());
        }
    }
}
