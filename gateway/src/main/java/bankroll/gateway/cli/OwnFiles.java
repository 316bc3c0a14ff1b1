package bankroll.gateway.cli;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.condition.LogId;
import bankroll.condition.Reason;
import bankroll.condition.ShellWord;
import bankroll.engine.DataTree;
import bankroll.journal.files.OwnerOnly;
import bankroll.memory.CLibrary;
import bankroll.memory.NativeLibraries;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a process of ours makes on disk is its user's alone, whatever the umask: the journal names players, and a library that
 * another user can change is that user's program. To be called before anything is made.
 */
final class OwnFiles {
    private static final Logger LOG = LoggerFactory.getLogger(OwnFiles.class);

    private static final Set<PosixFilePermission> OF_OWNER = PosixFilePermissions.fromString("rwx------");

    private OwnFiles() {}

    /**
     * Keeps everything of this process in the data directory to its user; says what is there and is not.
     *
     * @param named how the command is told another one
     */
    static void keep(Path data, String named) {
        Path unpacked = data.resolve("native").toAbsolutePath();
        createOwn(unpacked, named);
        NativeLibraries.unpackInto(unpacked);
        NativeLibraries.keepUnpacked();
        if (!CLibrary.restrictNewFiles()) {
            LOG.warn(
                    LogId.UMASK_KEPT.marker(),
                    "New files get the permissions that the umask leaves them: native libraries can't be loaded from {}. Is"
                            + " its disk mounted noexec? Then name a directory elsewhere:"
                            + " BANKROLL_JAVA_OPTS=-Djffi.extract.dir=DIR",
                    unpacked);
        }
        narrow(unpacked);
        warnOfWider(data);
    }

    private static void createOwn(Path directory, String named) {
        try {
            Files.createDirectories(directory, OwnerOnly.directory(directory));
        } catch (IOException e) {
            throw new ConditionException(
                    ExitCode.CONFIGURATION,
                    "the data directory " + directory.getParent() + " can't be written: " + Reason.of(e),
                    "mount it writable, give it to this user, or name another " + named);
        }
    }

    private static boolean isPosix() {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    }

    /** What was unpacked to make the call that restricts new files is older than it. */
    private static void narrow(Path unpacked) {
        try (Stream<Path> libraries = Files.list(unpacked)) {
            for (Path library : libraries
                    .filter(library -> !Files.isSymbolicLink(library) && isWider(library))
                    .toList()) {
                Files.setPosixFilePermissions(library, OF_OWNER);
            }
        } catch (IOException | UncheckedIOException e) {
            LOG.warn(
                    LogId.PERMISSIONS_UNKNOWN.marker(),
                    "The permissions in {} can't be changed: {}",
                    unpacked,
                    Reason.of(e));
        }
    }

    private static void warnOfWider(Path data) {
        List<Path> wider = new ArrayList<>();
        try {
            DataTree.walk(data, (path, attributes) -> {
                if ((path.equals(data) || DataTree.isOwn(path)) && isWider(path)) {
                    wider.add(path);
                }
            });
        } catch (IOException | UncheckedIOException e) {
            LOG.warn(LogId.PERMISSIONS_UNKNOWN.marker(), "The permissions in {} can't be read: {}", data, Reason.of(e));
        }
        if (!wider.isEmpty()) {
            LOG.warn(
                    LogId.FILES_OPEN_TO_OTHERS.marker(),
                    "Other users of this machine can get at {} ({} of its files and directories, the first is {});"
                            + " run: chmod -R go= {}",
                    data,
                    wider.size(),
                    wider.get(0),
                    wider.stream()
                            .map(path -> ShellWord.of(named(path, data)))
                            .distinct()
                            .collect(Collectors.joining(" ")));
        }
    }

    /** What has to be named so that this path is changed with it: {@code chmod -R} follows no link that it comes upon. */
    private static Path named(Path path, Path data) {
        Path named = path;
        while (!named.equals(data) && !Files.isSymbolicLink(named)) {
            named = named.getParent();
        }
        return named;
    }

    /** A file may go while it is looked at. */
    private static boolean isWider(Path path) {
        try {
            return isPosix() && !OF_OWNER.containsAll(Files.getPosixFilePermissions(path));
        } catch (NoSuchFileException e) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
