package bankroll.journal.files;

import java.nio.file.Path;
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
     * system can't be told, everything does.
     */
    public static void forget(Path file) {
        try {
            PosixAPI posix = PosixAPI.posix();
            int descriptor = posix.open(file.toString(), O_RDONLY, 0);
            if (descriptor >= 0) {
                try {
                    Loaded.ADVICE.advise(descriptor, 0, 0, NOT_NEEDED);
                } finally {
                    posix.close(descriptor);
                }
            }
        } catch (RuntimeException | LinkageError e) {
            LOG.debug("The system can't be told to forget {}", file, e);
        }
    }
}
