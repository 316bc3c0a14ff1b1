package bankroll.engine;

import bankroll.agent.TaskBeside;
import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.condition.LogId;
import bankroll.engine.Recovery.Progress.Step;
import bankroll.journal.Chain.ChainSealer;
import bankroll.journal.JournalReader;
import bankroll.journal.JournalStore;
import bankroll.journal.JournalStore.RecoveredJournal;
import bankroll.ledger.Ledger;
import bankroll.snapshot.SnapshotStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.agrona.concurrent.NanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Rebuilds the ledger from snapshot and journal at a start, and says how far it is. One thread. */
public final class Recovery {
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
    static Recovered recover(JournalStore store, SnapshotStore snapshots, Supplier<Ledger> empty, Progress progress) {
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
        } catch (IOException | UncheckedIOException e) {
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

    private static void replay(JournalStore store, long last, Ledger ledger, Progress progress) {
        long first = ledger.sequence() + 1;
        progress.begin(Step.REPLAY, first - 1, last);
        try (JournalReader reader = store.reader(first)) {
            Replay replay = new Replay(ledger, reader);
            while (ledger.sequence() < last && replay.next()) {
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
        private final TaskBeside<Void> sealing;

        /** Begins, and ends at this entry. */
        ChainCheck(ChainSealer chain, long upTo) {
            this.chain = chain;
            this.upTo = upTo;
            sealing = TaskBeside.begin("chain-check", () -> chain.sealUpTo(upTo));
        }

        /** Waits for the last entry, and tells how far it is; throws what is wrong with the chain. */
        void await(Progress progress) {
            progress.begin(Progress.Step.CHAIN, chain.head().sequence(), upTo);
            while (!sealing.isOverWithin(LOOK_EVERY_MS)) {
                progress.at(chain.head().sequence());
            }
            sealing.await();
        }

        /** Ends it, wherever it is. */
        @Override
        public void close() {
            chain.abandon();
            sealing.isOverWithin(Long.MAX_VALUE);
        }
    }

    /**
     * How far a start is: what it does, how much of that is done, how fast it went lately and how long it will take at that
     * pace. The pace of the last seconds says more than the mean, since entries have 1 to 500 items. The log has it every two
     * seconds. The starting thread tells; {@link #standing} is for any thread.
     */
    public static final class Progress {
        private static final long REPORT_EVERY_NS = TimeUnit.SECONDS.toNanos(2);

        private final NanoClock clock;
        private volatile Standing standing = new Standing(Step.JOURNAL, 0, 0, 0);
        private long reported;
        private long reportedNs;

        /** What a start does, in this order. Labels are part of the metrics. */
        public enum Step {
            /** Looks at the journal's files and at its end. */
            JOURNAL("journal", "the journal is opened", ": file", "files"),
            /** Reads the newest snapshot. */
            SNAPSHOT("snapshot", "the snapshot's byte", "", "bytes"),
            /** Applies what came after it. */
            REPLAY("replay", "entry", "", "entries"),
            /** Waits for the chain, which is computed beside the replay. */
            CHAIN("chain", "all entries are applied, the chain is checked up to entry", "", "entries"),
            /** It is over. */
            DONE("done", "the journal is recovered", "", "");

            private final String label;
            private final String words;
            private final String piece;
            private final String units;

            Step(String label, String words, String piece, String units) {
                this.label = label;
                this.words = words;
                this.piece = piece;
                this.units = units;
            }

            /** As the metrics write it. */
            public String label() {
                return label;
            }
        }

        /**
         * How a start stands.
         *
         * @param step what it does
         * @param done of that, in bytes or entries
         * @param total of that; 0 where nobody knows
         * @param perSecond lately; 0 while nobody knows
         */
        public record Standing(Step step, long done, long total, double perSecond) {
            /** How much of a step is done: 0 to 1. */
            public double ratio(Step of) {
                if (of == step && total > 0) {
                    return (double) done / total;
                }
                return of.compareTo(step) < 0 ? 1 : 0;
            }

            /** Seconds until the present step is over; 0 when nothing is left, not a number while nobody knows. */
            public double secondsLeft() {
                if (step == Step.DONE) {
                    return 0;
                }
                return perSecond > 0 ? (total - done) / perSecond : Double.NaN;
            }

            /** For people. */
            public String words() {
                if (total == 0) {
                    return step.words;
                }
                String words = step.words + step.piece + " " + done + " of " + total + " (" + (int) (100 * ratio(step))
                        + " %)";
                return perSecond > 0
                        ? words + ", " + Math.round(perSecond) + " " + step.units + "/s, " + Math.round(secondsLeft())
                                + " s left"
                        : words;
            }
        }

        Progress(NanoClock clock) {
            this.clock = clock;
        }

        /** Any thread. */
        public Standing standing() {
            return standing;
        }

        /** A step begins, so much of which is done already. */
        void begin(Step step, long done, long total) {
            reported = done;
            reportedNs = clock.nanoTime();
            standing = new Standing(step, done, total, 0);
        }

        /** So much of the present step is done. */
        void at(long done) {
            Standing before = standing;
            long tookNs = clock.nanoTime() - reportedNs;
            boolean isReport = tookNs >= REPORT_EVERY_NS;
            boolean isNews = isReport || before.perSecond == 0 && tookNs > 0;
            double perSecond = isNews ? (done - reported) / (tookNs / 1e9) : before.perSecond;
            standing = new Standing(before.step, done, before.total, perSecond);
            if (isReport) {
                LOG.info("Recovering: {}.", standing.words());
                reported = done;
                reportedNs += tookNs;
            }
        }

        /** This much of something whose size shows with the first piece, and that may begin anew. */
        void at(Step step, long done, long total) {
            if (standing.step != step || standing.total != total || done < standing.done) {
                begin(step, 0, total);
            }
            at(done);
        }
    }
}
