package bankroll.engine;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.condition.LogId;
import bankroll.engine.RecoveryProgress.Step;
import bankroll.journal.Chain.ChainSealer;
import bankroll.journal.JournalReader;
import bankroll.journal.JournalStore;
import bankroll.journal.JournalStore.RecoveredJournal;
import bankroll.ledger.Ledger;
import bankroll.snapshot.SnapshotStore;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Rebuilds the ledger from snapshot and journal at a start, and says how far it is. One thread. */
final class Recovery {
    private static final Logger LOG = LoggerFactory.getLogger(Recovery.class);

    /** Entries between two looks at the clock. */
    private static final long LOOK_MASK = 255;

    /** A fifth of a second of SHA-256. */
    private static final long SMALL_JOURNAL_BYTES = 64 << 20;

    private Recovery() {}

    /**
     * What a start goes on with.
     *
     * @param ledger as the last entry left it
     * @param chain to be continued
     * @param snapshotSequence the entry of the snapshot that it began with; 0 for none
     */
    record Recovered(Ledger ledger, ChainSealer chain, long snapshotSequence) {}

    /**
     * Loads the newest snapshot that can be used, if any, and replays the journal's tail, while the tail's chain is
     * computed beside it.
     */
    static Recovered recover(
            JournalStore store, SnapshotStore snapshots, Supplier<Ledger> empty, RecoveryProgress progress) {
        RecoveredJournal found = store.recovered();
        found.warnings().forEach(warning -> LOG.warn(LogId.JOURNAL_MENDED.marker(), warning));
        long startNs = System.nanoTime();
        deleteParts(snapshots);
        Ledger ledger = snapshots.loadNewest(store, empty, (read, of) -> progress.at(Step.SNAPSHOT, read, of));
        long loaded = ledger.sequence();
        if (loaded + 1 < store.firstSequence()) {
            throw new ConditionException(
                    ExitCode.DAMAGE,
                    "the journal starts at entry " + store.firstSequence() + " and no valid snapshot reaches it",
                    "\"./bankroll journal salvage DIR --with BACKUP NEW\" takes one, or the first entries, from a backup");
        }
        ChainSealer chain = ChainSealer.resume(store, Math.min(loaded + 1, found.lastSequence()));
        try (ChainCheck check = new ChainCheck(chain, chainedUpTo(chain, loaded, found))) {
            replay(store, found.lastSequence(), ledger, progress);
            requireEnd(ledger, found.lastSequence());
            check.await(progress);
        }
        progress.begin(Step.DONE, 0, 0);
        if (found.lastSequence() > 0) {
            long tookMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs);
            LOG.info(
                    "Recovered {} entries in {} ms: {} from a snapshot, {} replayed.",
                    found.lastSequence(),
                    tookMs,
                    loaded,
                    found.lastSequence() - loaded);
        }
        return new Recovered(ledger, chain, loaded);
    }

    /** A large journal of which a snapshot is known, but no chain value, is left to the agent: it has to be read whole. */
    private static long chainedUpTo(ChainSealer chain, long loaded, RecoveredJournal found) {
        boolean isNear = loaded == 0 || chain.head().sequence() > 0 || found.bytes() <= SMALL_JOURNAL_BYTES;
        return isNear ? found.lastSequence() : 0;
    }

    /** What a killed process had begun may be as large as what room there was. */
    private static void deleteParts(SnapshotStore snapshots) {
        try {
            snapshots.deleteParts();
        } catch (IOException e) {
            LOG.warn(
                    LogId.SNAPSHOT_PART_LEFT.marker(),
                    "A snapshot that was begun and never finished can't be deleted: {}.",
                    e.toString());
        }
    }

    private static void requireEnd(Ledger ledger, long last) {
        if (ledger.sequence() != last) {
            throw new ConditionException(
                    ExitCode.DAMAGE,
                    "replay ended at entry " + ledger.sequence() + " of " + last
                            + ": the rest of the journal can't be read any more",
                    "look at the disk; \"./bankroll journal verify DIR\" says what helps");
        }
    }

    private static void replay(JournalStore store, long last, Ledger ledger, RecoveryProgress progress) {
        long first = ledger.sequence() + 1;
        progress.begin(Step.REPLAY, first - 1, last);
        try (JournalReader reader = store.reader(first)) {
            while (ledger.sequence() < last && reader.next()) {
                Replay.apply(ledger, reader);
                if ((ledger.sequence() & LOOK_MASK) == 0) {
                    progress.at(ledger.sequence());
                }
            }
        }
    }

    /**
     * Computes the chain of the entries that a start replays, beside the replay, on a thread of its own: SHA-256 would take
     * as long again as the replay. The values that the entries carry are held against it.
     */
    private static final class ChainCheck implements AutoCloseable {
        private static final long LOOK_EVERY_MS = 500;

        private final ChainSealer chain;
        private final long upTo;
        private final Thread thread;
        private volatile RuntimeException failure;

        /** Begins, and ends at this entry. */
        ChainCheck(ChainSealer chain, long upTo) {
            this.chain = chain;
            this.upTo = upTo;
            thread = new Thread(this::run, "chain-check");
            thread.setDaemon(true);
            thread.start();
        }

        private void run() {
            try {
                chain.sealUpTo(upTo);
            } catch (RuntimeException e) {
                failure = e;
            }
        }

        /** Waits for the last entry, and tells how far it is; throws what is wrong with the chain. */
        void await(RecoveryProgress progress) {
            progress.begin(RecoveryProgress.Step.CHAIN, chain.head().sequence(), upTo);
            while (!join(LOOK_EVERY_MS)) {
                progress.at(chain.head().sequence());
            }
            if (failure != null) {
                throw failure;
            }
        }

        /** Ends it, wherever it is. */
        @Override
        public void close() {
            chain.abandon();
            join(0);
        }

        /** Whether the thread has ended; 0 waits as long as it takes. */
        private boolean join(long ms) {
            try {
                thread.join(ms);
                return !thread.isAlive();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while the chain was checked", e);
            }
        }
    }
}
