package bankroll.engine;

import bankroll.journal.FrameLookup;
import bankroll.journal.Journal;
import bankroll.journal.JournalReader;
import bankroll.journal.JournalStore;
import bankroll.journal.JournalStore.DiskWatch;
import bankroll.journal.JournalStore.RecoveredJournal;
import java.util.function.LongSupplier;

/** A journal that is another one but for what is overridden. */
abstract class HarmedJournal implements JournalStore {
    private final JournalStore store;

    HarmedJournal(JournalStore store) {
        this.store = store;
    }

    @Override
    public JournalReader reader(long fromSequence) {
        return store.reader(fromSequence);
    }

    @Override
    public RecoveredJournal recovered() {
        return store.recovered();
    }

    @Override
    public Journal journal() {
        return store.journal();
    }

    @Override
    public DiskWatch disk() {
        return store.disk();
    }

    @Override
    public long firstSequence() {
        return store.firstSequence();
    }

    @Override
    public FrameLookup lookup() {
        return store.lookup();
    }

    @Override
    public int removeOlderThan(long timeMs, LongSupplier belowSequence) {
        return store.removeOlderThan(timeMs, belowSequence);
    }

    @Override
    public void close() {
        store.close();
    }
}
