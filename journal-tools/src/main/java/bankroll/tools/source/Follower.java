package bankroll.tools.source;

import bankroll.journal.JournalReader;
import bankroll.journal.JournalSource;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Walks to the end of a journal and waits there for more, until the span ends, the handler has enough or it is over. One
 * thread.
 */
public final class Follower {
    private static final long NAP_NS = TimeUnit.MILLISECONDS.toNanos(20);

    private final JournalSource source;
    private final FrameScan scan;
    private final Runnable atTail;
    private final BooleanSupplier isOver;

    /**
     * Prepares.
     *
     * @param source the journal
     * @param scan the part of it
     * @param atTail called whenever everything there is was handed over: time to show it
     * @param isOver whether to end
     */
    public Follower(JournalSource source, FrameScan scan, Runnable atTail, BooleanSupplier isOver) {
        this.source = source;
        this.scan = scan;
        this.atTail = atTail;
        this.isOver = isOver;
    }

    /** Hands over frame after frame; ends with the span, the handler or when it is over. */
    public void run(FrameHandler handler) {
        if (scan.isBeyondTail()) {
            return;
        }
        try (JournalReader reader = source.reader(scan.first())) {
            boolean isAtTail = false;
            while (!isOver.getAsBoolean()) {
                if (reader.next()) {
                    isAtTail = false;
                    if (!scan.hand(reader, handler)) {
                        return;
                    }
                } else {
                    if (!isAtTail) {
                        atTail.run();
                    }
                    isAtTail = true;
                    LockSupport.parkNanos(NAP_NS);
                }
            }
        }
    }
}
