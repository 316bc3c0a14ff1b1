package bankroll.tools.rebuild;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Reads what the disk itself has, past the system's cache, where the file system lets us: the cache says what was written
 * even where the disk never took it. One in memory has nothing behind the cache. One thread.
 */
final class DiskRead {
    private static final int CHUNK_BYTES = 1 << 20;
    private static final OpenOption PAST_THE_CACHE = pastTheCache();

    private final Set<OpenOption> options;
    private final ByteBuffer found;
    private final ByteBuffer told;

    /** Prepares for files in this directory. */
    DiskRead(Path directory) throws IOException {
        options = isPossible(directory)
                ? Set.of(StandardOpenOption.READ, PAST_THE_CACHE)
                : Set.of(StandardOpenOption.READ);
        int blockBytes = Math.toIntExact(Files.getFileStore(directory).getBlockSize());
        found = ByteBuffer.allocateDirect(CHUNK_BYTES + blockBytes)
                .alignedSlice(blockBytes)
                .limit(CHUNK_BYTES)
                .slice();
        told = ByteBuffer.allocateDirect(CHUNK_BYTES);
    }

    /** Whether the cache can be passed by in this directory. */
    static boolean isPossible(Path directory) throws IOException {
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
    boolean isPastTheCache() {
        return options.size() > 1;
    }

    /** Gives the first bytes of a file, piece by piece, each but the last a mebibyte. */
    void read(Path file, long length, Consumer<ByteBuffer> taker) throws IOException {
        try (FileChannel disk = FileChannel.open(file, options)) {
            for (long position = 0; position < length; position += CHUNK_BYTES) {
                taker.accept(read(disk, position, found, (int) Math.min(CHUNK_BYTES, length - position)));
            }
        }
    }

    /** Whether the disk has the first bytes of a file as every reader is told. */
    boolean has(Path file, long length) throws IOException {
        return has(file, file, length);
    }

    /** Whether the disk has under one name what readers of another are told. */
    boolean has(Path onDisk, Path asTold, long length) throws IOException {
        try (FileChannel disk = FileChannel.open(onDisk, options);
                FileChannel cache = FileChannel.open(asTold, StandardOpenOption.READ)) {
            boolean isSame = true;
            for (long position = 0; isSame && position < length; position += CHUNK_BYTES) {
                int wanted = (int) Math.min(CHUNK_BYTES, length - position);
                isSame = read(disk, position, found, wanted).equals(read(cache, position, told, wanted));
            }
            return isSame;
        }
    }

    /** Past the cache only whole blocks can be read; fewer bytes than are wanted are left where the file ends. */
    private static ByteBuffer read(FileChannel file, long position, ByteBuffer chunk, int wanted) throws IOException {
        chunk.clear();
        long end = Math.min(file.size(), position + wanted);
        for (int read = 0; read >= 0 && position + chunk.position() < end; ) {
            read = file.read(chunk, position + chunk.position());
        }
        return chunk.limit(Math.min(chunk.position(), wanted)).position(0);
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
