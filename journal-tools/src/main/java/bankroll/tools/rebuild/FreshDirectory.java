package bankroll.tools.rebuild;

import bankroll.condition.ConditionException;
import bankroll.engine.DataDirectory;
import bankroll.engine.EngineContext;
import bankroll.journal.files.DurableFiles;
import bankroll.journal.files.FreeSpace;
import bankroll.snapshot.SnapshotStore;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A data directory in the making: its journal gets its name last, so that nobody takes half of it for whole. */
final class FreshDirectory {
    private final Path path;
    private boolean isOurs;

    FreshDirectory(Path path) {
        this.path = path;
    }

    /** Refuses one that holds anything: nothing is ever overwritten. */
    void requireFresh() throws IOException {
        if (Files.exists(path) && !Files.isDirectory(path)) {
            throw ConditionException.misuse(path + " is a file: name a new or empty directory");
        }
        if (Files.exists(part())) {
            throw isBegun();
        }
        if (Files.isDirectory(path) && !isEmpty()) {
            throw isNotEmpty();
        }
    }

    private ConditionException isBegun() {
        return ConditionException.misuse(part()
                + " is what an interrupted rebuild left, or what another one writes: when none is at work, delete it and what"
                + " is beside it, then call again");
    }

    private ConditionException isNotEmpty() {
        return ConditionException.misuse(path + " is not empty, and nothing is overwritten: name a new directory");
    }

    /** Begins to write: only one rebuild can, of all that found the directory empty. */
    void begin() throws IOException {
        DurableFiles.createDirectories(path);
        try {
            Files.createDirectory(part());
        } catch (FileAlreadyExistsException e) {
            throw isBegun();
        }
        if (Files.exists(journal())) {
            Files.delete(part());
            throw isNotEmpty();
        }
        isOurs = true;
    }

    /** Free on the disk where it is, or will be. */
    long usableBytes() throws IOException {
        return FreeSpace.near(path).usableBytes();
    }

    /** Where the journal is written. */
    Path part() {
        return path.resolve(DataDirectory.UNFINISHED_JOURNAL);
    }

    /** Where the journal is, once it is complete. */
    Path journal() {
        return path.resolve(EngineContext.JOURNAL);
    }

    /** Where the snapshots are. */
    Path snapshots() {
        return path.resolve(SnapshotStore.DIRECTORY);
    }

    /** All is there, and what isn't the journal is in its place: the journal gets its name. */
    void complete() throws IOException {
        Files.move(part(), journal(), StandardCopyOption.ATOMIC_MOVE);
        isOurs = false;
        DurableFiles.forceDirectory(path);
    }

    /** Removes what was written since {@link #begin}, while the journal hasn't got its name. */
    void abandon() throws IOException {
        if (!isOurs) {
            return;
        }
        DurableFiles.deleteAll(part());
        DurableFiles.deleteAll(snapshots());
    }

    private boolean isEmpty() throws IOException {
        try (DirectoryStream<Path> entries =
                Files.newDirectoryStream(path, file -> !file.endsWith(DurableFiles.LOST_AND_FOUND))) {
            return !entries.iterator().hasNext();
        }
    }
}
