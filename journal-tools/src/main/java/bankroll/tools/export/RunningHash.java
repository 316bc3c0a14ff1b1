package bankroll.tools.export;

import bankroll.protocol.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * SHA-256 of a file that is being written from its beginning to its end: a thread reads behind the writer, so that the
 * checksum costs the export no time of its own. {@link #finish} is called when the file is whole.
 */
final class RunningHash implements AutoCloseable {
    private static final int CHUNK_BYTES = 1 << 18;
    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Path file;
    private final MessageDigest sha = Sha256.create();
    private final Thread thread = new Thread(this::run, "export-hash");
    private volatile boolean isWhole;
    private volatile boolean isAbandoned;
    private IOException failure;
    private long bytes;

    /** Begins with a file that exists. */
    RunningHash(Path file) {
        this.file = file;
        thread.setDaemon(true);
        thread.start();
    }

    /** Waits for the last byte and tells the hash as hex. */
    String finish() throws IOException {
        isWhole = true;
        join();
        if (failure != null) {
            throw failure;
        }
        return HexFormat.of().formatHex(sha.digest());
    }

    /** Bytes of the file, when it is finished. */
    long bytes() {
        return bytes;
    }

    /** Ends it, wherever it is. */
    @Override
    public void close() {
        isAbandoned = true;
        join();
    }

    private void run() {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] chunk = new byte[CHUNK_BYTES];
            while (!isAbandoned) {
                // asked before the read: what is read after it is all there will be
                boolean isLast = isWhole;
                int read = in.read(chunk);
                if (read > 0) {
                    sha.update(chunk, 0, read);
                    bytes += read;
                } else if (isLast) {
                    return;
                } else {
                    LockSupport.parkNanos(this, PAUSE_NS);
                }
            }
        } catch (IOException e) {
            failure = e;
        }
    }

    private void join() {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a checksum was computed", e);
        }
    }
}
