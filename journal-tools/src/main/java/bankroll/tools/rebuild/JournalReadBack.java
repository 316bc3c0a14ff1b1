package bankroll.tools.rebuild;

import bankroll.journal.Frame;
import bankroll.journal.files.ClosedFile;
import bankroll.journal.reading.FramePieces;
import bankroll.tools.console.Progress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Reads a journal back while it is being made, on a thread of its own: each file as soon as it is on the disk, so that at the
 * end only the last one is left. The frames in them must be whole, and each must follow the one before.
 */
final class JournalReadBack implements AutoCloseable {
    private static final long LOOK_INTERVAL_MS = 20;
    private static final long SHOW_INTERVAL_MS = 100;

    private final Supplier<List<ClosedFile>> files;
    private final Disk disk;
    private final Frame.Link found;
    private final CountDownLatch complete = new CountDownLatch(1);
    private final CompletableFuture<Void> end = new CompletableFuture<>();
    private final Thread thread = new Thread(this::run, "read back");
    private volatile long entries;

    /**
     * Starts.
     *
     * @param files those that are on the disk, which become more; any thread
     * @param before what their first frame follows
     */
    JournalReadBack(Supplier<List<ClosedFile>> files, Frame.Link before, Disk disk) {
        this.files = files;
        found = before;
        this.disk = disk;
        thread.setDaemon(true);
        thread.start();
    }

    /** Throws what ended the reading, if anything did: there is no use in writing more. */
    void requireAlive() {
        if (end.isCompletedExceptionally()) {
            isEnded();
        }
    }

    /** The last file is there: waits for what is left, and tells whether all frames are, up to this one. */
    boolean has(long lastSequence, int lastCrc, Progress shown) {
        complete.countDown();
        while (!isEnded()) {
            shown.show(entries);
        }
        return found.sequence() == lastSequence && found.crc() == lastCrc;
    }

    private boolean isEnded() {
        try {
            end.get(SHOW_INTERVAL_MS, TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException failure ? failure : new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** Ends the thread, and waits until it has: what it reads may be removed then. */
    @Override
    public void close() {
        thread.interrupt();
        end.exceptionally(failure -> null).join();
    }

    private void run() {
        try {
            int read = 0;
            boolean isLast;
            do {
                isLast = complete.await(LOOK_INTERVAL_MS, TimeUnit.MILLISECONDS);
                read = readFrom(read);
            } while (!isLast);
            end.complete(null);
        } catch (IOException e) {
            end.completeExceptionally(new UncheckedIOException("can't read back what was written", e));
        } catch (InterruptedException | RuntimeException | Error e) {
            end.completeExceptionally(e);
        }
    }

    /** Reads what is there behind the first {@code known} files, and tells how many are known then. */
    private int readFrom(int known) throws IOException {
        List<ClosedFile> all = files.get();
        for (ClosedFile file : all.subList(known, all.size())) {
            read(file);
        }
        return all.size();
    }

    private void read(ClosedFile file) throws IOException {
        disk.read(file.file().path(), file.end(), new FramePieces(found, (buffer, offset, length) -> {})::take);
        entries += file.lastSequence() - file.firstSequence() + 1;
    }
}
