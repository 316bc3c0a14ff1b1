package bankroll.snapshot;

import bankroll.condition.LogId;
import bankroll.condition.Reason;
import bankroll.journal.JournalSource;
import bankroll.journal.OpeningWatch;
import bankroll.ledger.Ledger;
import bankroll.ledger.table.FrozenState;
import bankroll.protocol.PieceDigest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The snapshots of a data directory: taken whole or not at all, newest valid one first, the oldest thrown away. One
 * thread at a time; reading needs no lock.
 */
public final class SnapshotStore {
    /** Name of the directory within the data directory. */
    public static final String DIRECTORY = "snapshots";
    /** How a snapshot's name ends. */
    public static final String SUFFIX = ".bks";

    private static final Logger LOG = LoggerFactory.getLogger(SnapshotStore.class);
    private static final String PREFIX = "snapshot-";
    private static final String PART = ".part";
    private static final String ASIDE = ".not-of-this-journal";
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

    /** The entry of a snapshot, by its name. */
    public static long sequence(Path snapshot) {
        String name = snapshot.getFileName().toString();
        return Long.parseLong(name.substring(PREFIX.length(), name.length() - SUFFIX.length()));
    }

    /** Checks one snapshot as a whole: that it is what was written. */
    public CheckedSnapshot check(Path snapshot) {
        return check(snapshot, OpeningWatch.NONE);
    }

    /** The same; what the watcher throws ends it. */
    public CheckedSnapshot check(Path snapshot, OpeningWatch watcher) {
        return SnapshotReader.check(snapshot, watcher);
    }

    /** Checks one snapshot and computes its digest anew: a hand that changes a balance can mend a checksum, too. */
    public CheckedSnapshot prove(Path snapshot) {
        return SnapshotReader.prove(snapshot);
    }

    /**
     * The state of the newest snapshot that is whole and of this journal, read once; an empty ledger when there is none.
     * Snapshots of another journal are set aside, and what can't be used is told.
     *
     * @param empty makes an empty ledger for each that is tried
     * @param watcher is told how far each is read
     */
    public Ledger loadNewest(JournalSource journal, Supplier<Ledger> empty, OpeningWatch watcher) {
        for (Path path : listForAStart()) {
            if (isUsable(path, journal)) {
                Ledger ledger = empty.get();
                try {
                    SnapshotReader.load(path, ledger, watcher);
                    return ledger;
                } catch (InvalidSnapshotException e) {
                    ledger.close();
                    notUsed(path, e.getMessage());
                } catch (IOException e) {
                    ledger.close();
                    notUsed(path, SnapshotReader.unreadable(e).getMessage());
                }
            }
        }
        return empty.get();
    }

    /** The journal is the truth: a directory that can't be read is as good as an empty one. */
    private List<Path> listForAStart() {
        try {
            return list();
        } catch (UncheckedIOException e) {
            LOG.warn(
                    LogId.SNAPSHOT_NOT_USED.marker(), "{}: {}; none is used.", e.getMessage(), Reason.of(e.getCause()));
            return List.of();
        }
    }

    private boolean isUsable(Path path, JournalSource journal) {
        try {
            SnapshotHead.Standing standing = standing(path, journal);
            if (standing.isOfAnother()) {
                setAside(path, standing);
            } else if (!standing.isUsable()) {
                notUsed(path, standing.text());
            }
            return standing.isUsable();
        } catch (InvalidSnapshotException e) {
            notUsed(path, e.getMessage());
            return false;
        }
    }

    private static void notUsed(Path snapshot, String why) {
        LOG.warn(LogId.SNAPSHOT_NOT_USED.marker(), "Snapshot {} {}; not used.", snapshot, why);
    }

    /**
     * How a snapshot stands to a journal by its head. Damage can make it look like another journal's, so that one which
     * seems to be is checked whole.
     */
    public SnapshotHead.Standing standing(Path snapshot, JournalSource journal) {
        SnapshotHead.Standing standing = SnapshotReader.head(snapshot).standing(journal);
        if (standing.isOfAnother()) {
            check(snapshot);
        }
        return standing;
    }

    /** Nothing is lost of what may be somebody's only copy, but no start meets it again, and it takes no place from ours. */
    private void setAside(Path snapshot, SnapshotHead.Standing why) {
        Path aside = directory.file(snapshot.getFileName() + ASIDE);
        for (int i = 2; Files.exists(aside); i++) {
            aside = directory.file(snapshot.getFileName() + ASIDE + "-" + i);
        }
        try {
            directory.rename(snapshot, aside);
            directory.forceNames();
            LOG.warn(
                    LogId.SNAPSHOT_SET_ASIDE.marker(),
                    "Snapshot {} {}; renamed to {}.",
                    snapshot,
                    why.text(),
                    aside.getFileName());
        } catch (IOException e) {
            LOG.warn(
                    LogId.SNAPSHOT_SET_ASIDE.marker(),
                    "Snapshot {} {}, and can't be renamed to {}: {}.",
                    snapshot,
                    why.text(),
                    aside,
                    e.toString());
        }
    }

    /** Fills an empty ledger with a snapshot, which is checked on the way. */
    public void load(Path snapshot, Ledger ledger) {
        try {
            SnapshotReader.load(snapshot, ledger, OpeningWatch.NONE);
        } catch (IOException e) {
            throw new UncheckedIOException("can't read the snapshot " + snapshot, e);
        } catch (InvalidSnapshotException e) {
            throw new InvalidSnapshotException("the snapshot " + snapshot + " " + e.getMessage());
        }
    }

    /** How many bytes a snapshot of this state takes on the disk. */
    public static long bytes(FrozenState state) {
        return SnapshotWriter.bytes(state);
    }

    /** Free bytes where snapshots are written. */
    public long usableBytes() {
        return directory.usableBytes();
    }

    /**
     * Takes a snapshot: written beside, forced, renamed, the directory forced. One that fails leaves nothing.
     *
     * @param digest computes the state's: on one processor, so that a service at work feels little of it, or on all of them
     */
    public CheckedSnapshot take(SnapshotHead head, FrozenState state, PieceDigest digest) throws IOException {
        Path target = directory.file(PREFIX + String.format(Locale.ROOT, "%019d", head.sequence()) + SUFFIX);
        String hex = write(target, part -> SnapshotWriter.write(directory, part, head, state, digest));
        return new CheckedSnapshot(target, head, hex);
    }

    /** Takes over a checked snapshot of another store, byte for byte. */
    public CheckedSnapshot adopt(CheckedSnapshot other) throws IOException {
        Path target = directory.file(other.path().getFileName().toString());
        String digest = write(target, part -> copy(other, part));
        return new CheckedSnapshot(target, other.head(), digest);
    }

    private String copy(CheckedSnapshot source, Path part) throws IOException {
        try (FileChannel from = FileChannel.open(source.path(), StandardOpenOption.READ);
                FileChannel to = directory.create(part)) {
            ByteBuffer chunk = ByteBuffer.allocateDirect(CHUNK_BYTES);
            while (from.read(chunk) >= 0) {
                directory.write(to, chunk.flip());
                chunk.clear();
            }
            directory.end(to);
        }
        return source.digest();
    }

    private String write(Path target, PartWriter writer) throws IOException {
        Path part = directory.file(target.getFileName() + PART);
        try {
            String digest = writer.write(part);
            directory.rename(part, target);
            directory.forceNames();
            return digest;
        } catch (IOException | RuntimeException e) {
            discard(part, e);
            throw e;
        }
    }

    /** A part may be as large as what room there was. */
    private void discard(Path part, Exception cause) {
        try {
            if (Files.exists(part)) {
                directory.delete(part);
            }
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
    }

    /**
     * Keeps the newest ones of this journal, sets another's aside, and deletes older ones and parts; when none is being
     * taken. Gives how many were deleted.
     */
    public int prune(int keep, JournalSource journal) throws IOException {
        int kept = 0;
        int deleted = 0;
        for (Path path : list()) {
            SnapshotHead.Standing standing = standingOrNull(path, journal);
            if (standing != null && standing.isOfAnother()) {
                setAside(path, standing);
            } else if (kept >= keep) {
                directory.delete(path);
                deleted++;
            } else if (standing != null && standing.isUsable()) {
                kept++;
            }
        }
        deleteParts();
        return deleted;
    }

    private SnapshotHead.Standing standingOrNull(Path path, JournalSource journal) {
        try {
            return standing(path, journal);
        } catch (InvalidSnapshotException e) {
            return null;
        }
    }

    /** Deletes what was begun and never finished: a process that was killed leaves it. When none is being taken. */
    public void deleteParts() throws IOException {
        for (Path file : directory.list()) {
            if (file.getFileName().toString().endsWith(PART)) {
                directory.delete(file);
            }
        }
    }

    /** Writes a whole file and gives the digest of the state in it. */
    @FunctionalInterface
    private interface PartWriter {
        String write(Path part) throws IOException;
    }
}
