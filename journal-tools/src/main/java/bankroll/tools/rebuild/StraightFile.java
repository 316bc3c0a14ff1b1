package bankroll.tools.rebuild;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/**
 * A new file that is written once, from its beginning to its end, straight to the disk where that is possible. While the
 * disk takes some chunks, the next are filled. One thread, but for the writes.
 */
public final class StraightFile implements AutoCloseable {
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
