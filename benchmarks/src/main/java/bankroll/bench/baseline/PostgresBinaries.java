package bankroll.bench.baseline;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.nio.file.attribute.UserPrincipalNotFoundException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Where PostgreSQL's programs are (on the PATH, or where Debian and Ubuntu put them, the newest first), and who runs them. */
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

    /** PostgreSQL refuses to run as root: for root another user runs it, else the user of this command. */
    static final class PostgresUser {
        private static final List<String> UNPRIVILEGED = List.of("postgres", "nobody");

        private final UserPrincipal principal;

        private PostgresUser(UserPrincipal principal) {
            this.principal = principal;
        }

        /** Finds a user and makes the directory that user's. */
        static PostgresUser forOwner(Path directory) throws IOException {
            if (!"root".equals(System.getProperty("user.name"))) {
                return new PostgresUser(null);
            }
            for (String name : UNPRIVILEGED) {
                UserPrincipal found = lookup(directory, name);
                if (found != null) {
                    PostgresUser user = new PostgresUser(found);
                    user.own(directory);
                    user.requireAccess(directory);
                    return user;
                }
            }
            throw new MissingException("PostgreSQL won't run as root, and there is no user of: " + UNPRIVILEGED
                    + ". Run this as another user.");
        }

        private static UserPrincipal lookup(Path directory, String name) throws IOException {
            try {
                return directory.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(name);
            } catch (UserPrincipalNotFoundException e) {
                return null;
            }
        }

        private void requireAccess(Path directory) throws IOException {
            List<String> command = new ArrayList<>(prefix());
            command.addAll(List.of("test", "-w", directory.toString()));
            try {
                Process test = new ProcessBuilder(command).start();
                if (test.waitFor() != 0) {
                    throw new MissingException("the user " + name() + ", as whom root runs PostgreSQL, can't get to "
                            + directory + ". Name a directory that all can reach with --dir, as /var/tmp.");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted", e);
            }
        }

        /** What stands before a command so that this user runs it. */
        List<String> prefix() {
            return principal == null
                    ? List.of()
                    : List.of("setpriv", "--reuid=" + name(), "--regid=" + group(), "--clear-groups");
        }

        private String group() {
            return "nobody".equals(name()) ? "nogroup" : name();
        }

        /** Hands a file over. */
        void own(Path file) throws IOException {
            if (principal != null) {
                Files.setOwner(file, principal);
            }
        }

        String name() {
            return principal == null ? System.getProperty("user.name") : principal.getName();
        }
    }
}
