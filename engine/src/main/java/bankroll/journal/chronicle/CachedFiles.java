package bankroll.journal.chronicle;

import bankroll.journal.files.ClosedFile;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/**
 * Which closed files the system keeps in memory: the newest, that lookups and the chain still read. Nobody soon reads
 * what is older, and its pages are just what the next file in reserve needs: one that this process has used before costs a
 * tenth of one that the machine has to find first. The keeper's thread.
 */
final class CachedFiles {
    private final long most;
    private final Consumer<Path> forget;
    private final Deque<ClosedFile> cached = new ArrayDeque<>();
    private long bytes;

    /**
     * @param most bytes that stay; the newest file stays in any case, and with 0 all of them do
     * @param forget tells the system to forget a file
     */
    CachedFiles(long most, Consumer<Path> forget) {
        this.most = most;
        this.forget = forget;
    }

    /** A file is full, and on disk. */
    void closed(ClosedFile file) {
        if (most == 0) {
            return;
        }
        cached.addLast(file);
        bytes += file.end();
    }

    /** Lets go of what is too much by now; takes its time. */
    void forgetOld() {
        while (bytes > most && cached.size() > 1) {
            ClosedFile oldest = cached.removeFirst();
            bytes -= oldest.end();
            forget.accept(oldest.file().path());
        }
    }
}
