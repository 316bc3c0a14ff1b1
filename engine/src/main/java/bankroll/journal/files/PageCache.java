package bankroll.journal.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import jnr.ffi.LibraryLoader;
import net.openhft.posix.PosixAPI;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the system keeps of files in memory. Any thread. */
public final class PageCache {
    private static final Logger LOG = LoggerFactory.getLogger(PageCache.class);
    private static final int O_RDONLY = 0;
    /** The advice {@code POSIX_FADV_DONTNEED}, the same number on each kind of machine that Linux runs on but one. */
    private static final int NOT_NEEDED = 4;

    private static final long PIECE_BYTES = 8 << 20;
    private static final long REST_NS = TimeUnit.MILLISECONDS.toNanos(4);

    /** The call that neither Java nor {@link PosixAPI} has; public, for it is implemented when it is loaded. */
    public interface Advice {
        /** As posix_fadvise(2); 0, or the number of the error. */
        int advise(int descriptor, long offset, long length, int advice);
    }

    private static final class Loaded {
        static final Advice ADVICE = LibraryLoader.create(Advice.class)
                .mapper((method, context) -> "posix_fadvise")
                .load("c");
    }

    private PageCache() {}

    /**
     * Tells the system that it need not keep a file in memory. What isn't on disk yet and what is mapped stays; where the
     * system can't be told, everything does. Piece by piece with a rest behind each, for the system takes thirty
     * milliseconds of a processor for a file of 256 MiB.
     */
    public static void forget(Path file) {
        try {
            PosixAPI posix = PosixAPI.posix();
            int descriptor = posix.open(file.toString(), O_RDONLY, 0);
            if (descriptor >= 0) {
                try {
                    forgetPieces(descriptor, Files.size(file));
                } finally {
                    posix.close(descriptor);
                }
            }
        } catch (IOException | RuntimeException | LinkageError e) {
            LOG.debug("The system can't be told to forget {}", file, e);
        }
    }

    private static void forgetPieces(int descriptor, long bytes) {
        for (long position = 0; position < bytes; position += PIECE_BYTES) {
            if (position > 0) {
                LockSupport.parkNanos(REST_NS);
            }
            Loaded.ADVICE.advise(descriptor, position, PIECE_BYTES, NOT_NEEDED);
        }
    }
}
