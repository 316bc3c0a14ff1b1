package bankroll.engine;

import bankroll.journal.files.JournalFile;
import bankroll.journal.recovery.TailRecovery;
import bankroll.snapshot.SnapshotStore;
import java.io.IOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.FileVisitor;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * What lies in a data directory, or in a part of one, as the service sees it: also where the directory, the journal, a run of it
 * or the snapshots are a link to another disk. Any other link is shown, not followed: who knows where it leads. A link that
 * leads back to where it lies is passed over, and so is a file that goes meanwhile.
 */
public final class DataTree {
    private static final Set<String> OURS =
            Set.of(EngineContext.JOURNAL, SnapshotStore.DIRECTORY, TailRecovery.SET_ASIDE, DataDirectory.CLUSTER);

    private DataTree() {}

    /**
     * Shows the directory and all that is in it, with the attributes of what links lead to; a directory comes before what is in
     * it.
     */
    public static void walk(Path directory, BiConsumer<Path, BasicFileAttributes> visitor) throws IOException {
        walk(directory, Integer.MAX_VALUE, visitor);
    }

    /** As {@link #walk(Path, BiConsumer)}, so many levels down at most. */
    public static void walk(Path directory, int mostLevels, BiConsumer<Path, BasicFileAttributes> visitor)
            throws IOException {
        Set<FileVisitOption> behindLinks = EnumSet.of(FileVisitOption.FOLLOW_LINKS);
        Files.walkFileTree(directory, behindLinks, mostLevels, new Shown(directory, visitor));
    }

    /** Whether a path in a data directory is a part of it: no link, or one that the service follows. */
    public static boolean isOwn(Path path) {
        String name = path.getFileName().toString();
        return !Files.isSymbolicLink(path) || OURS.contains(name) || JournalFile.isRun(name);
    }

    private record Shown(Path start, BiConsumer<Path, BasicFileAttributes> visitor) implements FileVisitor<Path> {
        @Override
        public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
            visitor.accept(directory, attributes);
            return directory.equals(start) || isOwn(directory)
                    ? FileVisitResult.CONTINUE
                    : FileVisitResult.SKIP_SUBTREE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            visitor.accept(file, attributes);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
            boolean isBack = failure instanceof FileSystemLoopException;
            boolean isGone = failure instanceof NoSuchFileException && !file.equals(start);
            if (isBack || isGone) {
                return FileVisitResult.CONTINUE;
            }
            throw failure;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path directory, IOException failure) throws IOException {
            if (failure != null) {
                throw failure;
            }
            return FileVisitResult.CONTINUE;
        }
    }
}
