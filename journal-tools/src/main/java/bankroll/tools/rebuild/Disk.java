package bankroll.tools.rebuild;

import bankroll.snapshot.SnapshotDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The disk below a directory, past the system's cache where the file system lets us: the cache returns what was written
 * even where the disk never took it. What is written past the cache comes from the disk itself when it is read. A
 * file system in memory has nothing behind the cache. Files are written to it from their beginning to their end. Any thread.
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

    private FileChannel open(Path file, StandardOpenOption... options) throws IOException {
        Set<OpenOption> all = new HashSet<>(Set.of(options));
        if (isPastTheCache) {
            all.add(PAST_THE_CACHE);
        }
        return FileChannel.open(file, all);
    }

    /** Memory for whole blocks, where their addresses must begin; used again where it can be. */
    private ByteBuffer chunk() {
        ByteBuffer spare = spares.poll();
        return spare == null ? newChunk() : spare.clear();
    }

    /** Nobody uses this one any more. */
    private void recycle(ByteBuffer chunk) {
        spares.add(chunk);
    }

    private ByteBuffer newChunk() {
        return ByteBuffer.allocateDirect(CHUNK_BYTES + blockBytes)
                .alignedSlice(blockBytes)
                .limit(CHUNK_BYTES)
                .slice();
    }

    /** The next end of a block. */
    private int roundUp(int bytes) {
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

    /**
     * A new file that is written once, from its beginning to its end, straight to the disk where that is possible. While the
     * disk takes some chunks, the next are filled. One thread, but for the writes.
     */
    public static final class StraightFile implements AutoCloseable {
        private static final Executor WRITERS = Executors.newCachedThreadPool(StraightFile::thread);

        /** How far the disk may be behind. */
        private static final int CHUNKS = 16;

        private final Disk disk;
        private final FileChannel file;
        /** Memory for chunks, and when each may be filled again; the one that is being filled is none of them. */
        private final Queue<Written> pending = new ArrayDeque<>();

        private CompletableFuture<Void> written = CompletableFuture.completedFuture(null);
        private ByteBuffer chunk;
        private long flushed;

        /** A chunk that is written when its time comes. */
        private record Written(ByteBuffer chunk, CompletableFuture<Void> end) {}

        /** Creates it; there must be none of this name. */
        public StraightFile(Disk disk, Path path) throws IOException {
            this.disk = disk;
            chunk = disk.chunk();
            file = disk.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        }

        private static Thread thread(Runnable task) {
            Thread thread = new Thread(task, "straight file");
            thread.setDaemon(true);
            return thread;
        }

        /** The file itself, to which nobody else may write. */
        public FileChannel channel() {
            return file;
        }

        /** Adds what remains in a buffer. */
        public void write(ByteBuffer bytes) throws IOException {
            while (bytes.hasRemaining()) {
                int part = Math.min(bytes.remaining(), room());
                chunk.put(bytes.slice(bytes.position(), part));
                bytes.position(bytes.position() + part);
            }
        }

        /**
         * Adds the first bytes of another file, or all there are.
         *
         * @param taker sees them on their way, piece by piece; all but the last are a mebibyte if nothing was added before
         */
        public void copy(FileChannel source, long length, Consumer<ByteBuffer> taker) throws IOException {
            int added = 1;
            for (long position = 0; added > 0 && position < length; position += added) {
                int part = (int) Math.min(length - position, room());
                int start = chunk.position();
                added = read(source, position, part);
                taker.accept(chunk.slice(start, added));
            }
        }

        private int read(FileChannel source, long position, int length) throws IOException {
            int start = chunk.position();
            chunk.limit(start + length);
            for (int read = 0; read >= 0 && chunk.hasRemaining(); ) {
                read = source.read(chunk, position + chunk.position() - start);
            }
            chunk.limit(chunk.capacity());
            return chunk.position() - start;
        }

        /** Adds zeros until it has this length. */
        public void fill(long length) throws IOException {
            while (flushed + chunk.position() < length) {
                room();
                chunk.put((byte) 0);
            }
        }

        /** Brings all of it to the disk. */
        public void end() throws IOException {
            long length = flushed + chunk.position();
            fill(flushed + disk.roundUp(chunk.position()));
            flush();
            await(written);
            file.truncate(length);
            file.force(true);
        }

        private int room() throws IOException {
            if (!chunk.hasRemaining()) {
                flush();
            }
            return chunk.remaining();
        }

        private void flush() throws IOException {
            ByteBuffer full = chunk.flip();
            chunk = pending.size() < CHUNKS ? disk.chunk() : nextWritten();
            flushed += full.remaining();
            written = written.thenRunAsync(() -> writeAll(full), WRITERS);
            pending.add(new Written(full, written));
        }

        private ByteBuffer nextWritten() throws IOException {
            Written first = pending.remove();
            await(first.end());
            return first.chunk().clear();
        }

        private void writeAll(ByteBuffer full) {
            try {
                while (full.hasRemaining()) {
                    file.write(full);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static void await(CompletableFuture<Void> written) throws IOException {
            try {
                written.join();
            } catch (CompletionException e) {
                throw e.getCause() instanceof UncheckedIOException failure ? failure.getCause() : new IOException(e);
            }
        }

        /** What was not ended may be there in part. */
        @Override
        public void close() throws IOException {
            written.exceptionally(failure -> null).join();
            disk.recycle(chunk);
            pending.forEach(one -> disk.recycle(one.chunk()));
            file.close();
        }
    }

    /** Snapshots that are written straight to the disk: who reads one reads what the disk has. One thread at a time. */
    public static final class StraightSnapshots extends SnapshotDirectory {
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
}
