package bankroll.tools.backup;

import bankroll.journal.Frame;
import bankroll.tools.source.BackupManifest.BackupFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import java.util.zip.CRC32C;
import org.agrona.DirectBuffer;

/** Writes one file of a backup: beside, forced, renamed. One thread. */
final class FrameFileWriter implements AutoCloseable {
    private static final int CAPACITY = 1 << 20;

    private final Path directory;
    private final String name;
    private final FileChannel channel;
    private final ByteBuffer bytes = ByteBuffer.allocateDirect(CAPACITY);
    private final CRC32C checksum = new CRC32C();
    private final long firstSequence;
    private final int previousCrc;
    private long lastSequence;
    private int lastCrc;
    private long written;

    FrameFileWriter(Path directory, long firstSequence, int previousCrc) throws IOException {
        this.directory = directory;
        this.firstSequence = firstSequence;
        this.previousCrc = previousCrc;
        name = String.format(Locale.ROOT, "frames-%019d.bkf", firstSequence);
        channel = BackupDirectory.newFile(part());
    }

    long bytes() {
        return written + bytes.position();
    }

    void add(DirectBuffer buffer, int offset, int length) throws IOException {
        for (int done = 0; done < length; ) {
            if (!bytes.hasRemaining()) {
                spill();
            }
            int part = Math.min(length - done, bytes.remaining());
            buffer.getBytes(offset + done, bytes, part);
            done += part;
        }
        lastSequence = Frame.sequence(buffer, offset);
        lastCrc = Frame.crc(buffer, offset);
    }

    /** Completes the file and gives it its name. */
    BackupFile finish() throws IOException {
        spill();
        channel.force(true);
        channel.close();
        Files.move(part(), directory.resolve(name), StandardCopyOption.ATOMIC_MOVE);
        return new BackupFile(
                name, firstSequence, lastSequence, previousCrc, lastCrc, written, (int) checksum.getValue());
    }

    /** Removes the file when it was not finished. */
    @Override
    public void close() throws IOException {
        if (channel.isOpen()) {
            channel.close();
            Files.deleteIfExists(part());
        }
    }

    private void spill() throws IOException {
        bytes.flip();
        checksum.update(bytes.duplicate());
        while (bytes.hasRemaining()) {
            written += channel.write(bytes);
        }
        bytes.clear();
    }

    private Path part() {
        return directory.resolve(name + BackupDirectory.PART);
    }
}
