package bankroll.journal.chronicle;

import bankroll.agent.AgentHost;
import bankroll.agent.Doorbell;
import bankroll.agent.FailurePolicy;
import bankroll.condition.LogId;
import bankroll.journal.JournalContext;
import bankroll.journal.files.ClosedFile;
import bankroll.journal.files.DurableFiles;
import bankroll.journal.files.ForcedMark;
import bankroll.journal.files.JournalBooks;
import bankroll.journal.files.JournalFile;
import bankroll.journal.files.PageCache;
import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.agrona.concurrent.Agent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the list of files, as an agent: notes each file in the manifest once it is begun or full, and brings the
 * forced mark to the disk. A full file is forced here under every policy, so that the manifest is never ahead of it; later
 * the system may forget it.
 */
final class FileKeeper implements Agent {
    private static final Logger LOG = LoggerFactory.getLogger(FileKeeper.class);
    /** Milliseconds after which the mark of what was forced is forced itself. */
    private static final long MARK_INTERVAL_MS = 200;

    /** A file that is full, and the one begun behind it; the first of a run has none before it. */
    private record Turn(ClosedFile closed, JournalFile next) {}

    private final JournalBooks books;
    private final ForcedMark mark;
    private final CachedFiles cached;
    private final AgentHost host;
    private final Doorbell doorbell;
    private final FailurePolicy failed;
    private final Queue<Turn> turns = new ConcurrentLinkedQueue<>();
    private volatile long marked;
    private long markOnDisk;
    private boolean hasFailed;
    private boolean isUnwritten;
    private AgentHost.Hosted hosted = () -> {};

    FileKeeper(JournalContext context, JournalBooks books, ForcedMark mark, Consumer<Throwable> onFailure) {
        this.books = books;
        this.mark = mark;
        this.cached = new CachedFiles(context.cachedBytes(), PageCache::forget);
        this.host = context.agentHost();
        this.doorbell = Doorbell.every(MARK_INTERVAL_MS);
        this.failed = FailurePolicy.stop(onFailure::accept);
    }

    void start() {
        hosted = host.host(this, doorbell, failed);
    }

    /** A file has its first frame, and the one before it, unless null, its last. Writer thread. */
    void turned(ClosedFile closed, JournalFile next) throws IOException {
        books.ahead(next);
        turns.add(new Turn(closed, next));
        doorbell.ring();
    }

    /** Everything up to this sequence is on disk. Syncer thread. */
    void forced(long sequence) {
        mark.forced(sequence);
        marked = sequence;
    }

    /** A turn that failed is the last one: a force is never tried again. */
    @Override
    public int doWork() throws IOException {
        if (!hasFailed) {
            hasFailed = true;
            round();
            hasFailed = false;
        }
        return 0;
    }

    private void round() throws IOException {
        forceTurns();
        writeManifest();
        forceMark();
        cached.forgetOld();
    }

    /** Tried at each turn; told when it begins to fail and when it is over. */
    private void writeManifest() {
        try {
            books.write();
            if (isUnwritten) {
                isUnwritten = false;
                LOG.info("The journal's manifest is written again.");
            }
        } catch (IOException e) {
            if (!isUnwritten) {
                isUnwritten = true;
                LOG.error(LogId.MANIFEST_NOT_WRITTEN.marker(), "can't write the journal's manifest, trying again", e);
            }
        }
    }

    private void forceTurns() throws IOException {
        for (Turn turn = turns.poll(); turn != null; turn = turns.poll()) {
            if (turn.closed() == null) {
                books.opened(turn.next());
            } else {
                books.closed(turn.closed(), turn.next());
                cached.closed(turn.closed());
            }
        }
    }

    private void forceMark() throws IOException {
        long sequence = marked;
        if (sequence != markOnDisk) {
            mark.force();
            markOnDisk = sequence;
        }
    }

    /** Ends the agent and, after a good end, notes what is left and the last file as closed. */
    void close(ClosedFile last) throws IOException {
        hosted.end();
        forceTurns();
        forceMark();
        if (last != null) {
            books.closed(last, null);
        }
        books.write();
        if (last != null) {
            DurableFiles.trim(last.file().path(), last.end());
        }
        books.close();
        mark.close();
    }

    /** Ends the agent after a failure: nothing more is promised. */
    void abandon() throws IOException {
        hosted.end();
        books.close();
        mark.close();
    }

    @Override
    public String roleName() {
        return "journal-keeper";
    }
}
