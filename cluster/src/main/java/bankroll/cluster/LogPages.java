package bankroll.cluster;

import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * Which of the log's files the system keeps in memory: the newest, that a node which comes back may lack. The pages of what
 * is older are just what the archive needs for what comes, as those of full journal files are for the next one in reserve.
 * One thread.
 */
final class LogPages {
    private final ClusterContext context;
    private final Consumer<Path> forget;
    private long forgotten;

    /** Prepares it: it tells the system to forget a file. */
    LogPages(ClusterContext context, Consumer<Path> forget) {
        this.context = context;
        this.forget = forget;
    }

    /**
     * The log, a recording of the archive, is on disk up to {@code end}. Each of its files holds a term, and is named after
     * the byte with which the term begins. A log whose terms once had another length stays as the system likes.
     */
    void recorded(long recording, long start, long end) {
        long kept = termOf(end - context.cachedBytes());
        for (long at = Math.max(termOf(start), forgotten); at < kept; at += context.termBytes()) {
            forget.accept(context.directory().resolve(ClusterNode.ARCHIVE).resolve(recording + "-" + at + ".rec"));
            forgotten = at + context.termBytes();
        }
    }

    private long termOf(long position) {
        return position & -context.termBytes();
    }
}
