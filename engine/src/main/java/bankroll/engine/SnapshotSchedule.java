package bankroll.engine;

import bankroll.journal.FrameSealer;
import bankroll.ledger.Ledger;
import bankroll.snapshot.SnapshotHead;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** When the writer freezes its state for a snapshot: every so many bookings or minutes. Writer thread. */
final class SnapshotSchedule {
    private static final Logger LOG = LoggerFactory.getLogger(SnapshotSchedule.class);

    private final Ledger ledger;
    private final FrameSealer sealer;
    private final SnapshotAgent agent;
    private final long everyTransactions;
    private final long everyMs;
    private final long atStopMs;
    private long lastSequence;
    private long lastTransactions;
    private long lastMs;

    SnapshotSchedule(Ledger ledger, FrameSealer sealer, SnapshotAgent agent, EngineContext context) {
        this.ledger = ledger;
        this.sealer = sealer;
        this.agent = agent;
        everyTransactions = context.snapshotEveryTransactions();
        everyMs = context.snapshotEveryMs();
        atStopMs = context.snapshotAtStopMs();
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

    /** Takes the last snapshot of a graceful stop, when nobody else is at work; none that would hold the stop up. */
    void last() {
        if (!agent.isIdle()) {
            agent.drop();
            ledger.release();
        }
        if (everyTransactions > 0 && ledger.sequence() > agent.writtenSequence() && isQuick()) {
            agent.write(head(), ledger.freeze());
            ledger.release();
        }
    }

    private boolean isQuick() {
        long expectedMs = ledger.counts().tableBytes() / agent.bytesPerMs();
        if (expectedMs > atStopMs) {
            LOG.info(
                    "No snapshot at this stop: it would take about {} s. The next start replays what came since the last.",
                    expectedMs / 1000);
        }
        return expectedMs <= atStopMs;
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
