package bankroll.snapshot;

import bankroll.ledger.Ledger;
import bankroll.ledger.table.FrozenState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
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

    private final Path directory;

    /** The store in a directory, which is created with the first snapshot. */
    public SnapshotStore(Path directory) {
        this.directory = directory;
    }

    /** All snapshots by name, newest first; nothing is checked. */
    public List<Path> list() {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.getFileName().toString().matches(PREFIX + "\\d{19}\\" + SUFFIX))
                    .sorted(Comparator.reverseOrder())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("can't list the snapshots in " + directory, e);
        }
    }

    /** Checks one snapshot as a whole. */
    public CheckedSnapshot check(Path snapshot) {
        try {
            return SnapshotReader.check(snapshot);
        } catch (IOException e) {
            throw new InvalidSnapshotException("can't be read: " + e.getMessage());
        }
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
        }
    }

    /** Takes a snapshot: written beside, forced, renamed, the directory forced. */
    public Path take(SnapshotHead head, FrozenState state) throws IOException {
        Files.createDirectories(directory);
        Path target = directory.resolve(PREFIX + "%019d".formatted(head.sequence()) + SUFFIX);
        Path part = directory.resolve(target.getFileName() + PART);
        Files.deleteIfExists(part);
        SnapshotWriter.write(part, head, state);
        Files.move(part, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        forceDirectory();
        return target;
    }

    /** Keeps the newest ones. */
    public void prune(int keep) throws IOException {
        List<Path> all = list();
        for (Path old : all.subList(Math.min(keep, all.size()), all.size())) {
            Files.delete(old);
        }
    }

    private void forceDirectory() throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
