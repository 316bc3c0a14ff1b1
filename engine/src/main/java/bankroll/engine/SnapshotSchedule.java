package bankroll.engine;

import bankroll.journal.Frame;
import bankroll.ledger.Ledger;
import bankroll.snapshot.SnapshotHead;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** When the writer freezes its state for a snapshot: every so many bookings or minutes. Writer thread. */
final class SnapshotSchedule {
    private static final Logger LOG = LoggerFactory.getLogger(SnapshotSchedule.class);

    private final Ledger ledger;
    private final Frame.Sealer sealer;
    private final SnapshotAgent agent;
    private final long everyTransactions;
    private final long everyMs;
    private final long atStopMs;
    private long lastSequence;
    private long lastTransactions;
    private long lastMs;
    private volatile boolean isWantedNow;

    SnapshotSchedule(Ledger ledger, Frame.Sealer sealer, SnapshotAgent agent, EngineContext context) {
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

    /** Memory may hold the only good copy: one is taken as soon as it goes, even where none are wanted. Any thread. */
    void takeNow() {
        isWantedNow = true;
    }

    /** Starts a snapshot that is due, or lets go of one that is written. Between two requests. */
    void turn() {
        if (agent.isIdle()) {
            if (isDue()) {
                isWantedNow = false;
                agent.start(head(), ledger.freeze());
                restart();
            }
        } else if (agent.takeBack()) {
            ledger.release();
        }
    }

    /**
     * Ends a snapshot under way, when the writer has ended: a newer one that follows at once makes it worthless, else it
     * may be finished if it is nearly done.
     */
    void end() {
        agent.end(isWanted() && isQuick() ? 0 : atStopMs);
        if (!agent.isIdle()) {
            agent.drop();
            ledger.release();
        }
    }

    /** Takes the last snapshot of a graceful stop, when nobody else is at work; none that would hold the stop up. */
    void last() {
        if (!isWanted()) {
            return;
        }
        if (isQuick()) {
            agent.write(head(), ledger.freeze());
            ledger.release();
        } else {
            LOG.info(
                    "No snapshot at this stop: it would take about {} s. The next start replays what came since the last.",
                    expectedMs() / 1000);
        }
    }

    private boolean isWanted() {
        return everyTransactions > 0 && ledger.sequence() > agent.status().sequence();
    }

    private boolean isQuick() {
        return expectedMs() <= atStopMs;
    }

    private long expectedMs() {
        return ledger.counts().tableBytes() / agent.bytesPerMs();
    }

    private boolean isDue() {
        if (isWantedNow) {
            return ledger.sequence() > agent.status().sequence();
        }
        return everyTransactions > 0
                && ledger.sequence() > lastSequence
                && (ledger.transactions() - lastTransactions >= everyTransactions
                        || ledger.timeMs() - lastMs >= everyMs);
    }

    private SnapshotHead head() {
        return new SnapshotHead(ledger.sequence(), ledger.timeMs(), sealer.lastCrc());
    }
}
