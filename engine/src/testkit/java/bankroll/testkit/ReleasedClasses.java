package bankroll.testkit;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.agrona.IoUtil;

/**
 * This build's classes as a release has them: in jars. A jar is opened once at the start, a folder's classes one file at
 * a time, when they are first needed; where no file descriptor is left, that is the difference between going on and not.
 */
public final class ReleasedClasses {
    /** For what a module's tests make once, whichever of their JVMs comes first; emptied by the build before they start. */
    static final Path ONCE = once();

    /** For the flag {@code -cp}; packed once for all processes of this test run. */
    public static final String PATH = packed();

    private ReleasedClasses() {}

    private static Path once() {
        try {
            String directory = System.getProperty("bankroll.once");
            if (directory != null) {
                return Files.createDirectories(Path.of(directory));
            }
            Path own = Files.createTempDirectory("bankroll-once");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> IoUtil.delete(own.toFile(), true)));
            return own;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String packed() {
        try (FileChannel lock = FileChannel.open(ONCE.resolve("jars.lock"), CREATE, WRITE)) {
            lock.lock();
            return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                    .map(Path::of)
                    .filter(Files::exists)
                    .map(entry -> Files.isDirectory(entry) ? jarOf(entry) : entry)
                    .map(Path::toString)
                    .collect(Collectors.joining(File.pathSeparator));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path jarOf(Path folder) {
        Path jar = ONCE.resolve(Integer.toHexString(folder.toString().hashCode()) + ".jar");
        try {
            if (!Files.exists(jar)) {
                Path half = ONCE.resolve("half.jar");
                pack(folder, half);
                Files.move(half, jar);
            }
            return jar;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void pack(Path folder, Path jar) throws IOException {
        try (OutputStream file = Files.newOutputStream(jar);
                ZipOutputStream out = new ZipOutputStream(file);
                Stream<Path> inside = Files.walk(folder)) {
            out.setLevel(Deflater.BEST_SPEED);
            for (Path one : (Iterable<Path>) inside.filter(Files::isRegularFile)::iterator) {
                out.putNextEntry(new ZipEntry(folder.relativize(one).toString().replace(File.separatorChar, '/')));
                Files.copy(one, out);
                out.closeEntry();
            }
        }
    }
}
