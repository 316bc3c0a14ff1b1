package bankroll.tools.rebuild;

import bankroll.snapshot.SnapshotDirectory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/** Snapshots that are written straight to the disk: who reads one reads what the disk has. One thread at a time. */
public final class StraightSnapshots extends SnapshotDirectory {
    private final Disk disk;
    private StraightFile current;
    private volatile long writtenBytes;

    /** In a directory, which is created with the first snapshot. */
    public StraightSnapshots(Path directory, Disk disk) {
        super(directory);
        this.disk = disk;
    }

    @Override
    protected FileChannel create(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        Files.deleteIfExists(file);
        current = new StraightFile(disk, file);
        return current.channel();
    }

    @Override
    protected void write(FileChannel file, ByteBuffer bytes) throws IOException {
        long more = bytes.remaining();
        current.write(bytes);
        writtenBytes += more;
    }

    /** So many bytes of all files. Any thread. */
    long writtenBytes() {
        return writtenBytes;
    }

    /** Nothing has gathered that would have to be hurried to the disk. */
    @Override
    protected void force(FileChannel file) {}

    @Override
    protected void end(FileChannel file) throws IOException {
        current.end();
        current.close();
    }
}
