package bankroll.tools.rebuild;

import bankroll.journal.files.ClosedFile;
import bankroll.journal.files.Manifest;
import bankroll.journal.files.ManifestCodec;
import bankroll.journal.reading.FrameParts;
import bankroll.tools.console.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.agrona.LangUtil;

/**
 * Reads a journal back while it is being written, on a thread of its own: each file as soon as the manifest has it as
 * closed, so that at the end only the last one is left. The frames in them must be those that were written.
 */
final class JournalReadBack implements AutoCloseable {
    private static final long LOOK_INTERVAL_MS = 20;
    private static final long SHOW_INTERVAL_MS = 100;

    private final Path directory;
    private final DiskRead disk;
    private final FrameSum found = new FrameSum();
    private final CountDownLatch complete = new CountDownLatch(1);
    private final CompletableFuture<Void> end = new CompletableFuture<>();
    private final Thread thread = new Thread(this::run, "read back");
    private volatile long lastSequence;

    /** Starts. */
    JournalReadBack(Path directory, DiskRead disk) {
        this.directory = directory;
        this.disk = disk;
        thread.setDaemon(true);
        thread.start();
    }

    /** Throws what ended the reading, if anything did: there is no use in writing more. */
    void requireAlive() throws IOException {
        if (end.isCompletedExceptionally()) {
            isEnded();
        }
    }

    /** The last file is closed: waits for what is left, and tells whether the frames are these. */
    boolean has(FrameSum written, long firstSequence, Progress shown) throws IOException {
        complete.countDown();
        while (!isEnded()) {
            shown.show(Math.max(0, lastSequence - firstSequence + 1));
        }
        return found.isSame(written);
    }

    private boolean isEnded() throws IOException {
        try {
            end.get(SHOW_INTERVAL_MS, TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            LangUtil.rethrowUnchecked(e.getCause());
            return true;
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
        } catch (IOException | InterruptedException | RuntimeException | Error e) {
            end.completeExceptionally(e);
        }
    }

    /** Reads what is closed behind the first {@code known} files, and tells how many are known then. */
    private int readFrom(int known) throws IOException {
        Manifest manifest = ManifestCodec.read(directory);
        List<ClosedFile> closed = manifest == null ? List.of() : manifest.closed();
        for (ClosedFile file : closed.subList(known, closed.size())) {
            read(file);
        }
        return closed.size();
    }

    private void read(ClosedFile file) throws IOException {
        FrameParts frames = new FrameParts(found::add);
        disk.read(file.file().path(), file.end(), frames::take);
        lastSequence = file.lastSequence();
    }
}
