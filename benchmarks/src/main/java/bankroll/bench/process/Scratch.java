package bankroll.bench.process;

import bankroll.journal.files.DurableFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A directory for one run, deleted with all that is in it at the end, unless it is kept. */
public final class Scratch implements AutoCloseable {
    private final Path directory;
    private final boolean isKept;

    /**
     * Makes a directory.
     *
     * @param parent its parent, created when missing; its file system is the one that is measured
     */
    public Scratch(Path parent, boolean isKept) {
        this.isKept = isKept;
        try {
            Files.createDirectories(parent);
            directory = Files.createTempDirectory(parent, "bench-");
        } catch (IOException e) {
            throw new UncheckedIOException("no directory can be made in " + parent, e);
        }
    }

    /** Where benchmarks put what they need: on the project's own disk, not in a file system in memory. */
    public static Path defaultParent() {
        String root = System.getProperty("bankroll.root");
        return Path.of(root == null ? System.getProperty("java.io.tmpdir") : root, ".build", "bench");
    }

    /** The directory. */
    public Path path() {
        return directory;
    }

    @Override
    public void close() {
        if (!isKept) {
            delete(directory);
        }
    }

    /** Deletes a directory with all that is in it, if it exists. */
    public static void delete(Path directory) {
        try {
            DurableFiles.deleteAll(directory);
        } catch (IOException e) {
            System.err.println("could not delete " + directory + ": " + e.getMessage());
        }
    }
}
