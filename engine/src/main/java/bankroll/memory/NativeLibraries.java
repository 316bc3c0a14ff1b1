package bankroll.memory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where libraries unpack their native parts. Each would take the directory for temporary files, which all users share, or the
 * home directory; a library that another user can change is that user's program. To be called before one is loaded.
 */
public final class NativeLibraries {
    private static final List<String> UNPACKING =
            List.of("jffi.extract.dir", "jna.tmpdir", "io.netty.native.workdir", "ZstdTempFolder");

    /** The names of what one of them unpacks; with names of their own the same files serve the next start too. */
    private static final String NAMES = "jffi.extract.name";

    private NativeLibraries() {}

    /** Into this directory, unless the user has named another with a flag of the JVM. */
    public static void unpackInto(Path directory) {
        for (String property : UNPACKING) {
            setUnlessSet(property, directory.toString());
        }
    }

    /** The same files serve the next start too. */
    public static void keepUnpacked() {
        setUnlessSet(NAMES, "libjffi");
    }

    /** With these flags another JVM of this user unpacks to where this one does. */
    public static List<String> flags() {
        return Stream.concat(UNPACKING.stream(), Stream.of(NAMES))
                .filter(property -> System.getProperty(property) != null)
                .map(property -> "-D" + property + "=" + System.getProperty(property))
                .toList();
    }

    /**
     * Into a new directory that is its user's alone, whatever the umask, and gone when the process ends by itself; nothing is
     * made where each has its place already.
     *
     * @throws UncheckedIOException when there is no place for it
     */
    public static void unpackForThisProcess() {
        if (UNPACKING.stream().noneMatch(property -> System.getProperty(property) == null)) {
            return;
        }
        try {
            // made for its owner only, under a name that nobody can foresee
            Path own = Files.createTempDirectory("bankroll-");
            unpackInto(own);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(own), "native-libraries"));
        } catch (IOException e) {
            throw new UncheckedIOException("no directory for native libraries can be made", e);
        }
    }

    private static void setUnlessSet(String property, String value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, value);
        }
    }

    /** A file that is mapped into memory may go, too. What can't be removed stays: the end has another reason. */
    private static void remove(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(directory);
        } catch (IOException e) {
            // nobody waits for it
        }
    }
}
