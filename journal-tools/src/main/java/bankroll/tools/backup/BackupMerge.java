package bankroll.tools.backup;

import bankroll.journal.files.DurableFiles;
import bankroll.tools.console.Progress;
import bankroll.tools.console.Progress.Tasks;
import bankroll.tools.source.BackupManifest.BackupFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;
import java.util.zip.CRC32C;

/**
 * Puts small files of a backup that follow each other together to one, so that there are more files where there are more bytes,
 * and not where there were more runs. It only makes the new file: the old ones stay, as they are.
 *
 * <p>A size class is a power of two. A file is put together with what comes behind it as soon as that is of its class or a higher
 * one, so that its bytes are in a higher class afterwards: each is written again once for each class at most, and below the
 * full size no class has two files. One use, one thread.
 */
final class BackupMerge {
    /** A file of this size stays as it is, and none gets twice as long by this: it bounds what one run writes again. */
    static final long FULL_BYTES_DEFAULT = 64L << 20;

    private final Path directory;
    private final List<BackupFile> files;
    private final String name;
    private final Path part;
    private final CRC32C checksum = new CRC32C();

    /** Of these files of a backup, which follow each other. */
    BackupMerge(Path directory, List<BackupFile> files) {
        this.directory = directory;
        this.files = files;
        name = String.format(
                        Locale.ROOT, "%s-%019d", BackupDirectory.name(first().firstSequence()), last().lastSequence())
                + BackupDirectory.ENDING;
        part = directory.resolve(name + BackupDirectory.PART);
    }

    /**
     * The newest files that are to be put together; empty when none are.
     *
     * @param fullBytes a power of two, or 0: then none are
     */
    static List<BackupFile> due(List<BackupFile> files, long fullBytes) {
        for (int last = files.size() - 1; last > 0; last--) {
            int first = firstWith(files, last, fullBytes);
            if (first < last) {
                return files.subList(first, last + 1);
            }
        }
        return List.of();
    }

    private static int firstWith(List<BackupFile> files, int last, long fullBytes) {
        int first = last;
        long bytes = files.get(last).bytes();
        while (first > 0 && bytes < fullBytes && sizeClass(files.get(first - 1).bytes()) <= sizeClass(bytes)) {
            first--;
            bytes += files.get(first).bytes();
        }
        return first;
    }

    private static int sizeClass(long bytes) {
        return Long.SIZE - Long.numberOfLeadingZeros(bytes);
    }

    /** Makes the file that may stand for all of them: proved, on the disk, under its own name. */
    BackupFile run(Tasks tasks) throws IOException {
        try {
            long bytes = write(tasks);
            readBack(bytes, tasks);
            Files.move(part, directory.resolve(name), StandardCopyOption.ATOMIC_MOVE);
            DurableFiles.forceDirectory(directory);
            return new BackupFile(
                    name,
                    first().firstSequence(),
                    last().lastSequence(),
                    first().previousCrc(),
                    last().lastCrc(),
                    bytes,
                    (int) checksum.getValue());
        } finally {
            Files.deleteIfExists(part);
        }
    }

    private long write(Tasks tasks) throws IOException {
        long bytes = files.stream().mapToLong(BackupFile::bytes).sum();
        try (Progress shown = tasks.begin("merge", "bytes", bytes);
                FileChannel channel = BackupDirectory.newFile(part)) {
            FileChecksums reading = new FileChecksums(shown);
            for (BackupFile file : files) {
                append(file, reading, channel);
            }
            channel.force(true);
        }
        return bytes;
    }

    /** A file with the manifest's checksum holds the frames that were proved when it was written. */
    private void append(BackupFile file, FileChecksums reading, FileChannel channel) throws IOException {
        int read = reading.of(directory.resolve(file.name()), piece -> {
            checksum.update(piece.duplicate());
            writeAll(piece, channel);
        });
        if (read != file.crc32c()) {
            throw BackupCheck.notWhole(directory, BackupCheck.what(file) + BackupCheck.DAMAGED);
        }
    }

    private static void writeAll(ByteBuffer piece, FileChannel channel) throws IOException {
        while (piece.hasRemaining()) {
            channel.write(piece);
        }
    }

    /** Others are deleted for it. */
    private void readBack(long bytes, Tasks tasks) throws IOException {
        try (Progress shown = tasks.begin("read back", "bytes", bytes)) {
            if (new FileChecksums(shown).of(part) != (int) checksum.getValue()) {
                throw new IOException("what was written to " + part + " is not what is read back");
            }
        }
    }

    private BackupFile first() {
        return files.get(0);
    }

    private BackupFile last() {
        return files.get(files.size() - 1);
    }
}
