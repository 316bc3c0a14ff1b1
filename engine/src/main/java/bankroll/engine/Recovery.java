package bankroll.engine;

import bankroll.journal.JournalReader;
import bankroll.journal.JournalStore;
import bankroll.journal.RecoveredJournal;
import bankroll.ledger.Ledger;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Rebuilds the ledger from the journal at a start, and says how far it is. One thread. */
final class Recovery {
    private static final Logger LOG = LoggerFactory.getLogger(Recovery.class);
    private static final long REPORT_EVERY_NS = TimeUnit.SECONDS.toNanos(2);

    private Recovery() {}

    /** Replays everything that the journal holds into an empty ledger. */
    static void recover(JournalStore store, Ledger ledger) {
        RecoveredJournal found = store.recovered();
        found.warnings().forEach(LOG::warn);
        long startNs = System.nanoTime();
        long reportNs = startNs + REPORT_EVERY_NS;
        try (JournalReader reader = store.reader(ledger.sequence() + 1)) {
            while (ledger.sequence() < found.lastSequence() && reader.next()) {
                Replay.apply(ledger, reader);
                if ((ledger.sequence() & 255) == 0 && System.nanoTime() > reportNs) {
                    report(ledger.sequence(), found.lastSequence(), startNs);
                    reportNs = System.nanoTime() + REPORT_EVERY_NS;
                }
            }
        }
        if (ledger.sequence() != found.lastSequence()) {
            throw new IllegalStateException("replay ended at entry " + ledger.sequence() + " of "
                    + found.lastSequence() + "; run: bankroll journal verify");
        }
        if (found.lastSequence() > 0) {
            long tookMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs);
            LOG.info("Recovered {} entries in {} ms.", found.lastSequence(), tookMs);
        }
    }

    private static void report(long sequence, long last, long startNs) {
        double seconds = (System.nanoTime() - startNs) / 1e9;
        double rate = sequence / seconds;
        LOG.info(
                "Recovering: entry {} of {} ({} %), {} entries/s, {} s left.",
                sequence,
                last,
                100 * sequence / last,
                Math.round(rate),
                Math.round((last - sequence) / rate));
    }
}
