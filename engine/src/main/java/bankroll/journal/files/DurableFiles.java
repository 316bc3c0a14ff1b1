package bankroll.journal.files;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.stream.Stream;

/** Small files that are there whole or not at all, and directories that remember them. */
public final class DurableFiles {
    /** What a new file system has in it, and nobody put there. */
    public static final String LOST_AND_FOUND = "lost+found";

    private static final String ENGLISH = "No space left on device";
    private static final int REWRITE_BYTES = 1 << 20;
    private static final long PAGE_BYTES = 4096;

    private DurableFiles() {}

    /** Replaces the file: a temporary one is written, forced and renamed, and the directory is forced. */
    public static void replace(Path file, byte[] bytes) throws IOException {
        Path temporary = file.resolveSibling(file.getFileName() + ".tmp");
        try (FileChannel channel = FileChannel.open(
                temporary, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
            channel.force(true);
        }
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
        forceDirectory(file.getParent());
    }

    /** Whether something could not be written because the disk, or this user's share of it, is full. */
    public static boolean isForWantOfRoom(IOException failure) {
        String message = String.valueOf(failure.getMessage());
        return message.contains(ENGLISH)
                || message.contains("Disk quota exceeded")
                || message.contains(wordsOfAFullDevice());
    }

    /** Java tells no number of an error, only the C library's words in its language: a device that is always full has them. */
    private static String wordsOfAFullDevice() {
        try (FileChannel full = FileChannel.open(Path.of("/dev/full"), StandardOpenOption.WRITE)) {
            full.write(ByteBuffer.allocate(1));
        } catch (FileSystemException thereIsNone) {
            return ENGLISH;
        } catch (IOException e) {
            return String.valueOf(e.getMessage());
        }
        return ENGLISH;
    }

    /** Whether something could not be written because it is mounted read-only, or not this user's to write. */
    public static boolean isRefused(IOException failure) {
        return failure instanceof AccessDeniedException
                || String.valueOf(failure.getMessage()).contains("Read-only file system");
    }

    /** Brings names created, renamed or removed in this directory to the disk. */
    public static void forceDirectory(Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /** Deletes a directory with all that is in it, if it exists. Links are deleted, not followed; nothing is forced. */
    public static void deleteAll(Path directory) throws IOException {
        if (!Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }

    /** Moves a file, and where the place is on another disk it is there, whole and forced, before it goes. */
    public static void move(Path from, Path to) throws IOException {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
            forceFile(to);
            forceDirectory(to.getParent());
            Files.delete(from);
        }
    }

    /** Brings a file's bytes and size to the disk. */
    public static void forceFile(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
    }

    /**
     * Writes a part of a file again with the bytes it has, and forces it. After a failed write the kernel may take pages
     * for clean that are not on disk: only what is written again is sure to get there.
     */
    public static void rewrite(Path file, long from, long to) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer bytes = ByteBuffer.allocateDirect(REWRITE_BYTES);
            for (long position = from; position < to; ) {
                bytes.clear().limit((int) Math.min(REWRITE_BYTES, to - position));
                position += copyInPlace(channel, bytes, position);
            }
            channel.force(true);
        }
    }

    private static int copyInPlace(FileChannel channel, ByteBuffer bytes, long position) throws IOException {
        int length = channel.read(bytes, position);
        if (length <= 0) {
            throw new EOFException("nothing to read at byte " + position);
        }
        bytes.flip();
        while (bytes.hasRemaining()) {
            channel.write(bytes, position + bytes.position());
        }
        return length;
    }

    /** Cuts off what was reserved behind a file's end and never written; a page stays for those who look for more. */
    public static void trim(Path file, long end) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            if (channel.size() > trimmed(end)) {
                channel.truncate(trimmed(end));
                channel.force(true);
            }
        }
    }

    /** How long a file is that ends here, with the page behind it. */
    public static long trimmed(long end) {
        return (end + 2 * PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES;
    }

    /** Creates the directory with its parents, each of them remembered by its own parent. */
    public static void createDirectories(Path directory) throws IOException {
        Path absolute = directory.toAbsolutePath().normalize();
        if (!Files.isDirectory(absolute)) {
            createDirectories(absolute.getParent());
            Files.createDirectory(absolute);
            forceDirectory(absolute.getParent());
        }
    }
}
