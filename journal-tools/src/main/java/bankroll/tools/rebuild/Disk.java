package bankroll.tools.rebuild;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The disk below a directory, past the system's cache where the file system lets us: the cache returns what was written
 * even where the disk never took it. What is written past the cache comes from the disk itself when it is read. A
 * file system in memory has nothing behind the cache. Any thread.
 */
public final class Disk {
    static final int CHUNK_BYTES = 1 << 20;
    private static final int USUAL_BLOCK_BYTES = 4096;

    private static final OpenOption PAST_THE_CACHE = pastTheCache();

    private final boolean isPastTheCache;
    private final int blockBytes;
    private final Queue<ByteBuffer> spares = new ConcurrentLinkedQueue<>();

    private Disk(boolean isPastTheCache, int blockBytes) {
        this.isPastTheCache = isPastTheCache;
        this.blockBytes = blockBytes;
    }

    /** For files below an existing directory, in which it tries what is possible. */
    public static Disk below(Path directory) throws IOException {
        return new Disk(isPossible(directory), blockBytes(directory));
    }

    /** In a chroot nobody can tell which mount it is on. */
    private static int blockBytes(Path directory) {
        try {
            return Math.toIntExact(Files.getFileStore(directory).getBlockSize());
        } catch (IOException e) {
            return USUAL_BLOCK_BYTES;
        }
    }

    private static boolean isPossible(Path directory) throws IOException {
        if (PAST_THE_CACHE == null) {
            return false;
        }
        Path file = Files.createTempFile(directory, "disk", null);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, PAST_THE_CACHE)) {
            return channel.isOpen();
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        } finally {
            Files.delete(file);
        }
    }

    /** Whether the cache is passed by. */
    public boolean isPastTheCache() {
        return isPastTheCache;
    }

    /** Gives the first bytes of a file, or all there are, piece by piece, each but the last a mebibyte. */
    public void read(Path file, long length, Consumer<ByteBuffer> taker) throws IOException {
        ByteBuffer chunk = chunk();
        try (FileChannel channel = open(file, StandardOpenOption.READ)) {
            for (long position = 0; position < length; position += CHUNK_BYTES) {
                readChunk(channel, position, chunk.clear());
                taker.accept(chunk.limit((int) Math.min(chunk.position(), length - position))
                        .position(0));
            }
        }
        recycle(chunk);
    }

    /** Past the cache only whole blocks can be read. */
    private static void readChunk(FileChannel file, long position, ByteBuffer chunk) throws IOException {
        long end = Math.min(file.size(), position + CHUNK_BYTES);
        for (int read = 0; read >= 0 && position + chunk.position() < end; ) {
            read = file.read(chunk, position + chunk.position());
        }
    }

    FileChannel open(Path file, StandardOpenOption... options) throws IOException {
        Set<OpenOption> all = new HashSet<>(Set.of(options));
        if (isPastTheCache) {
            all.add(PAST_THE_CACHE);
        }
        return FileChannel.open(file, all);
    }

    /** Memory for whole blocks, where their addresses must begin; used again where it can be. */
    ByteBuffer chunk() {
        ByteBuffer spare = spares.poll();
        return spare == null ? newChunk() : spare.clear();
    }

    /** Nobody uses this one any more. */
    void recycle(ByteBuffer chunk) {
        spares.add(chunk);
    }

    private ByteBuffer newChunk() {
        return ByteBuffer.allocateDirect(CHUNK_BYTES + blockBytes)
                .alignedSlice(blockBytes)
                .limit(CHUNK_BYTES)
                .slice();
    }

    /** The next end of a block. */
    int roundUp(int bytes) {
        return (bytes + blockBytes - 1) / blockBytes * blockBytes;
    }

    /** Every JDK has it, but outside of the standard, so that compilers warn of its name; null where it is gone. */
    private static OpenOption pastTheCache() {
        try {
            return Stream.of(
                            Class.forName("com.sun.nio.file.ExtendedOpenOption").getEnumConstants())
                    .filter(option -> option.toString().equals("DIRECT"))
                    .map(OpenOption.class::cast)
                    .findFirst()
                    .orElse(null);
        } catch (ClassNotFoundException e) {
            return null;
        }
    }
}
