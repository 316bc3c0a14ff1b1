package bankroll.bench.baseline;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Where PostgreSQL's programs are: on the PATH, or where Debian and Ubuntu put them, the newest first. */
final class PostgresBinaries {
    private static final Path DEBIAN = Path.of("/usr/lib/postgresql");

    private PostgresBinaries() {}

    /** Says what is missing and how to get it. */
    static final class MissingException extends RuntimeException {
        private static final long serialVersionUID = 1;

        MissingException(String message) {
            super(message);
        }
    }

    /** The directory that holds initdb, postgres and pg_ctl. */
    static Path find() {
        List<Path> candidates = new ArrayList<>();
        for (String directory : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)) {
            candidates.add(Path.of(directory));
        }
        candidates.addAll(debian());
        return candidates.stream()
                .filter(PostgresBinaries::isComplete)
                .findFirst()
                .orElseThrow(() -> new MissingException("PostgreSQL is not installed: no initdb, postgres and pg_ctl on"
                        + " the PATH or under " + DEBIAN
                        + "/*/bin. Install it (Debian, Ubuntu: apt install postgresql) and try again."));
    }

    private static boolean isComplete(Path directory) {
        return List.of("initdb", "postgres", "pg_ctl").stream()
                .allMatch(program -> Files.isExecutable(directory.resolve(program)));
    }

    private static List<Path> debian() {
        if (!Files.isDirectory(DEBIAN)) {
            return List.of();
        }
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> versions = Files.newDirectoryStream(DEBIAN, "[0-9]*")) {
            versions.forEach(found::add);
        } catch (IOException e) {
            throw new UncheckedIOException(DEBIAN + " can't be read", e);
        }
        Comparator<Path> byVersion = Comparator.comparingInt(PostgresBinaries::major);
        return found.stream()
                .sorted(byVersion.reversed())
                .map(version -> version.resolve("bin"))
                .toList();
    }

    private static int major(Path version) {
        return Integer.parseInt(version.getFileName().toString().replaceAll("\\D.*", ""));
    }
}
