package bankroll.testkit;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * This build's classes as a release has them: in jars. A jar is opened once at the start, a folder's classes one file at
 * a time, when they are first needed; where no file descriptor is left, that is the difference between going on and not.
 */
public final class ReleasedClasses {
    /** For the flag {@code -cp}; packed once for all processes of this test run. */
    public static final String PATH = packed();

    private ReleasedClasses() {}

    private static String packed() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(Files::exists)
                .map(entry -> Files.isDirectory(entry) ? jarOf(entry) : entry)
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static Path jarOf(Path folder) {
        try {
            Path jar = Files.createTempFile("bankroll-classes", ".jar");
            jar.toFile().deleteOnExit();
            pack(folder, jar);
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
