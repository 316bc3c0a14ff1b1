package bankroll.gateway.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file system of its own, mounted until it is closed. */
final class Mount implements AutoCloseable {
    private final Path directory;

    private Mount(Path directory) {
        this.directory = directory;
    }

    /** A tmpfs of so many bytes. */
    static Mount tmpfs(Path directory, long bytes) {
        return of(directory, "-t", "tmpfs", "-o", "size=" + bytes, "tmpfs");
    }

    /** A directory once more, read-only. */
    static Mount readOnly(Path source, Path directory) {
        Mount mount = of(directory, "--bind", source.toString());
        Shell.run("mount", "-o", "remount,bind,ro", directory.toString());
        return mount;
    }

    /** The file system in a file. */
    static Mount image(Path image, Path directory) {
        return of(directory, "-o", "loop", image.toString());
    }

    private static Mount of(Path directory, String... what) {
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        String[] command = new String[what.length + 2];
        command[0] = "mount";
        System.arraycopy(what, 0, command, 1, what.length);
        command[what.length + 1] = directory.toString();
        Shell.run(command);
        return new Mount(directory);
    }

    /** Where its files are. */
    Path directory() {
        return directory;
    }

    @Override
    public void close() {
        Shell.run("umount", directory.toString());
    }
}
