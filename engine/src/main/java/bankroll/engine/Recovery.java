package bankroll.engine;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.journal.Frame;
import bankroll.journal.JournalReader;
import bankroll.journal.JournalStore;
import bankroll.journal.RecoveredJournal;
import bankroll.journal.chain.ChainSealer;
import bankroll.ledger.Ledger;
import bankroll.snapshot.CheckedSnapshot;
import bankroll.snapshot.SnapshotStore;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.SystemNanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Rebuilds the ledger from snapshot and journal at a start, and says how far it is. One thread. */
final class Recovery {
    private static final Logger LOG = LoggerFactory.getLogger(Recovery.class);

    /** A fifth of a second of SHA-256. */
    private static final long SMALL_JOURNAL_BYTES = 64 << 20;

    private Recovery() {}

    /**
     * Loads the newest valid snapshot, if any, and replays the journal's tail into an empty ledger, while the tail's
     * chain is computed beside it.
     *
     * @return the chain, to be continued.
     */
    static ChainSealer recover(JournalStore store, SnapshotStore snapshots, Ledger ledger) {
        RecoveredJournal found = store.recovered();
        found.warnings().forEach(LOG::warn);
        long startNs = System.nanoTime();
        int crc = load(snapshots, found, ledger);
        long loaded = ledger.sequence();
        if (loaded + 1 < store.firstSequence()) {
            throw new ConditionException(
                    ExitCode.JOURNAL,
                    "the journal starts at entry " + store.firstSequence() + " and no valid snapshot reaches it",
                    "restore a backup: ./bankroll journal restore");
        }
        ChainSealer chain = ChainSealer.resume(store, Math.min(loaded + 1, found.lastSequence()));
        try (ChainCheck check = new ChainCheck(chain, chainedUpTo(chain, loaded, found))) {
            replay(store, found.lastSequence(), ledger, crc);
            requireEnd(ledger, found.lastSequence());
            check.await();
        }
        if (found.lastSequence() > 0) {
            long tookMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs);
            LOG.info(
                    "Recovered {} entries in {} ms: {} from a snapshot, {} replayed.",
                    found.lastSequence(),
                    tookMs,
                    loaded,
                    found.lastSequence() - loaded);
        }
        return chain;
    }

    /** A large journal of which a snapshot is known, but no chain value, is left to the agent: it has to be read whole. */
    private static long chainedUpTo(ChainSealer chain, long loaded, RecoveredJournal found) {
        boolean isNear = loaded == 0 || chain.head().sequence() > 0 || found.bytes() <= SMALL_JOURNAL_BYTES;
        return isNear ? found.lastSequence() : 0;
    }

    private static void requireEnd(Ledger ledger, long last) {
        if (ledger.sequence() != last) {
            throw new IllegalStateException(
                    "replay ended at entry " + ledger.sequence() + " of " + last + "; run: bankroll journal verify");
        }
    }

    /** Fills the ledger from the newest snapshot and gives the CRC that the next frame must name. */
    private static int load(SnapshotStore snapshots, RecoveredJournal found, Ledger ledger) {
        CheckedSnapshot snapshot = snapshots.newestValid(found.lastSequence());
        if (snapshot == null) {
            return 0;
        }
        snapshots.load(snapshot, ledger);
        int crc = snapshot.head().frameCrc();
        if (ledger.sequence() == found.lastSequence() && crc != found.lastCrc()) {
            throw notOfThisJournal(snapshot.head().sequence());
        }
        return crc;
    }

    private static void replay(JournalStore store, long last, Ledger ledger, int crc) {
        long first = ledger.sequence() + 1;
        ReplayProgress progress = new ReplayProgress(first, last, SystemNanoClock.INSTANCE);
        try (JournalReader reader = store.reader(first)) {
            while (ledger.sequence() < last && reader.next()) {
                if (reader.sequence() == first && Frame.previousCrc(reader.buffer(), reader.offset()) != crc) {
                    throw notOfThisJournal(first - 1);
                }
                Replay.apply(ledger, reader);
                progress.at(ledger.sequence());
            }
        }
    }

    private static IllegalStateException notOfThisJournal(long sequence) {
        return new IllegalStateException("the snapshot of entry " + sequence
                + " belongs to another journal; move the snapshots away to replay from the start");
    }
}
