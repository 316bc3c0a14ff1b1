package bankroll.engine;

import bankroll.journal.FrameSealer;
import bankroll.ledger.Ledger;
import bankroll.snapshot.SnapshotHead;

/** When the writer freezes its state for a snapshot: every so many bookings or minutes. Writer thread. */
final class SnapshotSchedule {
    private final Ledger ledger;
    private final FrameSealer sealer;
    private final SnapshotAgent agent;
    private final long everyTransactions;
    private final long everyMs;
    private long lastSequence;
    private long lastTransactions;
    private long lastMs;

    SnapshotSchedule(Ledger ledger, FrameSealer sealer, SnapshotAgent agent, long everyTransactions, long everyMs) {
        this.ledger = ledger;
        this.sealer = sealer;
        this.agent = agent;
        this.everyTransactions = everyTransactions;
        this.everyMs = everyMs;
    }

    /** Counts from here: the state is on disk up to now. */
    void restart() {
        lastSequence = ledger.sequence();
        lastTransactions = ledger.transactions();
        lastMs = ledger.timeMs();
    }

    /** Starts a snapshot that is due, or lets go of one that is written. Between two requests. */
    void turn() {
        if (agent.isIdle()) {
            if (isDue()) {
                agent.start(head(), ledger.freeze());
                restart();
            }
        } else if (agent.takeBack()) {
            ledger.release();
        }
    }

    /** Takes the last snapshot of a graceful stop, when nobody else is at work. */
    void last() {
        if (!agent.isIdle()) {
            agent.drop();
            ledger.release();
        }
        if (everyTransactions > 0 && ledger.sequence() > agent.writtenSequence()) {
            agent.write(head(), ledger.freeze());
            ledger.release();
        }
    }

    private boolean isDue() {
        return everyTransactions > 0
                && ledger.sequence() > lastSequence
                && (ledger.transactions() - lastTransactions >= everyTransactions
                        || ledger.timeMs() - lastMs >= everyMs);
    }

    private SnapshotHead head() {
        return new SnapshotHead(ledger.sequence(), ledger.timeMs(), sealer.lastCrc());
    }
}
