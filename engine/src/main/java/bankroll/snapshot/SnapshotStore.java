package bankroll.snapshot;

import bankroll.ledger.Ledger;
import bankroll.ledger.table.FrozenState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The snapshots of a data directory: taken whole or not at all, newest valid one first, the oldest thrown away. One
 * thread at a time; reading needs no lock.
 */
public final class SnapshotStore {
    /** Name of the directory within the data directory. */
    public static final String DIRECTORY = "snapshots";

    private static final Logger LOG = LoggerFactory.getLogger(SnapshotStore.class);
    private static final String PREFIX = "snapshot-";
    private static final String SUFFIX = ".bks";
    private static final String PART = ".part";
    private static final int CHUNK_BYTES = 1 << 20;

    private final SnapshotDirectory directory;

    /** The store in a directory, which is created with the first snapshot. */
    public SnapshotStore(Path directory) {
        this(new SnapshotDirectory(directory));
    }

    /** The store in a directory that may be simulated. */
    public SnapshotStore(SnapshotDirectory directory) {
        this.directory = directory;
    }

    /** All snapshots by name, newest first; nothing is checked. */
    public List<Path> list() {
        return directory.list().stream()
                .filter(file -> file.getFileName().toString().matches(PREFIX + "\\d{19}\\" + SUFFIX))
                .sorted(Comparator.reverseOrder())
                .toList();
    }

    /** Checks one snapshot as a whole: that it is what was written. */
    public CheckedSnapshot check(Path snapshot) {
        try {
            return SnapshotReader.check(snapshot);
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    /** Checks one snapshot and computes its digest anew: a hand that changes a balance can mend a checksum, too. */
    public CheckedSnapshot prove(Path snapshot) {
        try {
            return SnapshotReader.prove(snapshot);
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private static InvalidSnapshotException unreadable(IOException e) {
        return new InvalidSnapshotException("can't be read: " + e.getMessage());
    }

    /** The newest snapshot that is whole and not beyond an entry, or null. */
    public CheckedSnapshot newestValid(long lastSequence) {
        for (Path path : list()) {
            try {
                CheckedSnapshot snapshot = check(path);
                if (snapshot.head().sequence() <= lastSequence) {
                    return snapshot;
                }
                LOG.warn("Snapshot {} is beyond the journal's last entry {}; not used.", path, lastSequence);
            } catch (InvalidSnapshotException e) {
                LOG.warn("Snapshot {} {}; not used.", path, e.getMessage());
            }
        }
        return null;
    }

    /** Fills an empty ledger with a checked snapshot. */
    public void load(CheckedSnapshot snapshot, Ledger ledger) {
        try {
            SnapshotReader.load(snapshot.path(), ledger);
        } catch (IOException e) {
            throw new UncheckedIOException("can't read the snapshot " + snapshot.path(), e);
        } catch (InvalidSnapshotException e) {
            throw new InvalidSnapshotException("the snapshot " + snapshot.path() + " " + e.getMessage());
        }
    }

    /** Takes a snapshot: written beside, forced, renamed, the directory forced. */
    public CheckedSnapshot take(SnapshotHead head, FrozenState state, Effort effort) throws IOException {
        Path target = directory.file(PREFIX + String.format(Locale.ROOT, "%019d", head.sequence()) + SUFFIX);
        Path part = directory.file(target.getFileName() + PART);
        String digest = SnapshotWriter.write(directory, part, head, state, effort);
        directory.rename(part, target);
        directory.forceNames();
        return new CheckedSnapshot(target, head, digest);
    }

    /** Takes over a checked snapshot of another store, byte for byte. */
    public CheckedSnapshot adopt(CheckedSnapshot other) throws IOException {
        Path target = directory.file(other.path().getFileName().toString());
        Path part = directory.file(target.getFileName() + PART);
        try (FileChannel from = FileChannel.open(other.path(), StandardOpenOption.READ);
                FileChannel to = directory.create(part)) {
            ByteBuffer chunk = ByteBuffer.allocateDirect(CHUNK_BYTES);
            while (from.read(chunk) >= 0) {
                directory.write(to, chunk.flip());
                chunk.clear();
            }
            directory.end(to);
        }
        directory.rename(part, target);
        directory.forceNames();
        return new CheckedSnapshot(target, other.head(), other.digest());
    }

    /** Keeps the newest ones, and nothing of those that were interrupted; when none is being taken. */
    public void prune(int keep) throws IOException {
        List<Path> all = list();
        for (Path old : all.subList(Math.min(keep, all.size()), all.size())) {
            directory.delete(old);
        }
        for (Path file : directory.list()) {
            if (file.getFileName().toString().endsWith(PART)) {
                directory.delete(file);
            }
        }
    }
}
