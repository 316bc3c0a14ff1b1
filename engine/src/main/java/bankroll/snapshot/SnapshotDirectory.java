package bankroll.snapshot;

import bankroll.journal.files.DurableFiles;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * What snapshots do to the file system, each step on its own: open for a simulation, in which each may fail or be the
 * last. One thread at a time.
 */
public class SnapshotDirectory {
    private final Path path;

    /** The directory, which is created with the first snapshot. */
    public SnapshotDirectory(Path path) {
        this.path = path;
    }

    /** Where a file of this name stands, or would. */
    final Path file(String name) {
        return path.resolve(name);
    }

    /** All that is in it, in no order; nothing when it doesn't exist. */
    protected List<Path> list() {
        if (!Files.isDirectory(path)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(path)) {
            return files.toList();
        } catch (IOException e) {
            throw new UncheckedIOException("can't list the snapshots in " + path, e);
        }
    }

    /** Free bytes where it is, or will be. */
    protected long usableBytes() {
        File existing = path.toAbsolutePath().toFile();
        while (!existing.exists()) {
            existing = existing.getParentFile();
        }
        return existing.getUsableSpace();
    }

    /** An empty file to write, in place of one of the same name. */
    protected FileChannel create(Path file) throws IOException {
        DurableFiles.createDirectories(path);
        Files.deleteIfExists(file);
        return FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    /** Writes all that remains in the buffer. */
    protected void write(FileChannel file, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            file.write(bytes);
        }
    }

    /** Brings what was written so far to the disk, so that it doesn't gather. */
    protected void force(FileChannel file) throws IOException {
        file.force(true);
    }

    /** Brings a file to the disk to which nothing more is written. */
    protected void end(FileChannel file) throws IOException {
        force(file);
    }

    /** Gives a file its name, at once and whole. */
    protected void rename(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Brings the files' names to the disk. */
    protected void forceNames() throws IOException {
        DurableFiles.forceDirectory(path);
    }

    /** Throws a file away. */
    protected void delete(Path file) throws IOException {
        Files.delete(file);
    }
}
