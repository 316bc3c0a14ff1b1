package bankroll.bench.writer;

import bankroll.calendar.WindowCalendar;
import bankroll.engine.Request;
import bankroll.journal.Frame;
import bankroll.journal.Journal;
import bankroll.ledger.Ledger;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.snapshot.SnapshotHead;

/**
 * What the writer thread does with a request, in the same order: decide and apply, seal, append. Without a journal the
 * sealed frame stays where it is. One thread.
 */
public final class WriterPath {
    private static final long PATIENCE_NS = 60_000_000_000L;

    private final Ledger ledger;
    private final Frame.Sealer sealer;
    private final Journal journal;
    private final Request windows = new Request(published -> {});
    private long nowMs;
    private long waitedNs;

    /**
     * A path that goes on where ledger and sealer stand.
     *
     * @param journal or null
     * @param startMs the time of the first request; each later one is a millisecond on
     */
    public WriterPath(Ledger ledger, Frame.Sealer sealer, Journal journal, long startMs) {
        this.ledger = ledger;
        this.sealer = sealer;
        this.journal = journal;
        nowMs = Math.max(startMs, ledger.timeMs());
    }

    /**
     * Waits until the journal has room for the request, as the service would answer 503 for so long. On a disk that is
     * slower than the writer, the next file is not written ahead in time.
     */
    public void awaitRoom(Request request) {
        if (journal == null || journal.hasRoom(request.longestFrame())) {
            return;
        }
        long start = System.nanoTime();
        if (!journal.awaitRoom(request.longestFrame(), PATIENCE_NS)) {
            throw new IllegalStateException("no room for the next journal file in 60 s: is the disk full?");
        }
        waitedNs += System.nanoTime() - start;
    }

    /** How long {@link #awaitRoom} has waited in all, in seconds. */
    double waitedSeconds() {
        return waitedNs / 1e9;
    }

    /** Handles one request, for which there is room, and tells how many bytes were journaled. */
    public int execute(Request request) {
        nowMs++;
        if (request.type() == CommandType.TRANSACTIONS && nowMs >= ledger.windowsEndMs()) {
            int end = WindowCalendar.put(windows.frame(), Request.COMMAND_OFFSET, ledger, nowMs);
            windows.commandLength(end - Request.COMMAND_OFFSET);
            book(windows);
        }
        return book(request);
    }

    private int book(Request request) {
        int recorded = ledger.execute(request.frame(), Request.COMMAND_OFFSET, request.outcomesOffset(), nowMs);
        if (recorded == 0) {
            return 0;
        }
        int length = sealer.seal(request.frame(), 0, request.commandLength(), recorded, nowMs);
        if (journal != null) {
            journal.append(request.frame(), 0, length, sealer.lastSequence());
        }
        return length;
    }

    /** What a snapshot of the state as it is now begins with. */
    SnapshotHead head() {
        return new SnapshotHead(ledger.sequence(), ledger.timeMs(), sealer.lastCrc());
    }

    /** The ledger behind the path. */
    public Ledger ledger() {
        return ledger;
    }
}
