package bankroll.cluster;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.condition.Reason;
import bankroll.journal.files.DirectoryLock;
import bankroll.journal.files.DurableFiles;
import bankroll.journal.files.OwnerOnly;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.UserPrincipal;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Where a node's buffers stand: a directory that only its user can enter, and that its process holds by a lock within. The
 * messages in it name players, and everybody may write beside it.
 *
 * <p>The lock of the data directory is not enough: containers whose data directories have the same path, and that share one
 * {@code /dev/shm}, ask for the same name. Who finds it held takes the next one. What a killed process has left is held by nobody,
 * and is removed by the next start that asks for the name, whichever of them it was.
 */
final class BufferDirectory implements AutoCloseable {
    private static final int MOST = 16;

    private final Path path;
    private final DirectoryLock lock;

    private BufferDirectory(Path path, DirectoryLock lock) {
        this.path = path;
        this.lock = lock;
    }

    /** Takes the wanted directory, or the first free one of those beside it; it is empty. */
    static BufferDirectory take(Path wanted) {
        Search search = new Search(wanted);
        for (int number = 0; number < MOST; number++) {
            search.look(number == 0 ? wanted : wanted.resolveSibling(wanted.getFileName() + "-" + number));
        }
        return search.found();
    }

    /** The first free one is kept; all others are what killed processes have left. */
    private static final class Search {
        private final Path wanted;
        private BufferDirectory found;
        private Exception why;

        private Search(Path wanted) {
            this.wanted = wanted;
        }

        private void look(Path next) {
            if (found != null && !Files.exists(next, LinkOption.NOFOLLOW_LINKS)) {
                return;
            }
            try {
                BufferDirectory free = hold(next);
                if (found == null) {
                    found = free;
                } else {
                    free.close();
                }
            } catch (ConditionException | IOException | UncheckedIOException e) { // in use, or not to be had
                why = e;
            }
        }

        private BufferDirectory found() {
            if (found == null) {
                throw new ConditionException(
                        ExitCode.IO,
                        "the directory " + wanted + " for this node's buffers can't be made, nor one of " + (MOST - 1)
                                + " beside it: " + Reason.of(why),
                        "remove what is there",
                        why);
            }
            return found;
        }
    }

    Path path() {
        return path;
    }

    private static BufferDirectory hold(Path path) throws IOException {
        make(path);
        BufferDirectory held = new BufferDirectory(path, lock(path));
        try {
            held.empty();
            return held;
        } catch (IOException | RuntimeException e) {
            held.lock.close();
            throw e;
        }
    }

    private static void make(Path path) throws IOException {
        Files.createDirectories(path.toAbsolutePath().getParent());
        try {
            Files.createDirectory(path, OwnerOnly.directory(path));
        } catch (FileAlreadyExistsException there) {
            requireOwn(path);
        }
    }

    /** What somebody else has put there is left alone: a link, a directory that others can enter, another user's. */
    private static void requireOwn(Path path) throws IOException {
        FileAttribute<?>[] wanted = OwnerOnly.directory(path);
        if (wanted.length > 0) {
            PosixFileAttributes there =
                    Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            boolean isClosed = there.isDirectory() && there.permissions().equals(wanted[0].value());
            if (!isClosed || !there.owner().equals(own(path))) {
                throw new IOException(path + " is not this user's alone");
            }
        }
    }

    /** Who this process is, as a file that it makes beside it tells. */
    private static UserPrincipal own(Path path) throws IOException {
        Path probe = Files.createTempFile(path.toAbsolutePath().getParent(), "bankroll-", "");
        try {
            return Files.getOwner(probe);
        } finally {
            Files.deleteIfExists(probe);
        }
    }

    /** Whoever has it may be deleting it just now: then what was locked isn't what has the name any more. */
    private static DirectoryLock lock(Path path) throws IOException {
        Path file = path.resolve(DirectoryLock.FILE);
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            Files.createFile(file, OwnerOnly.file(file));
        }
        Object asked = identity(file);
        DirectoryLock lock = DirectoryLock.acquire(path, "");
        try {
            if (Objects.equals(asked, identity(file))) {
                return lock;
            }
            throw new IOException(path + " is being removed");
        } catch (IOException e) {
            lock.close();
            throw e;
        }
    }

    private static Object identity(Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                .fileKey();
    }

    /** All but the lock's file. */
    private void empty() throws IOException {
        try (Stream<Path> all = Files.list(path)) {
            for (Path there : all.toList()) {
                if (!there.getFileName().toString().equals(DirectoryLock.FILE)) {
                    DurableFiles.deleteAll(there);
                }
            }
        }
    }

    /** Removes it. One that asks for it at the same moment keeps it, with a lock of its own. */
    @Override
    public void close() throws IOException {
        try {
            empty();
            Files.deleteIfExists(path.resolve(DirectoryLock.FILE));
            Files.deleteIfExists(path);
        } catch (DirectoryNotEmptyException taken) {
            // by the other one
        } finally {
            lock.close();
        }
    }
}
