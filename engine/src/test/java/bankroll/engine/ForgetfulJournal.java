package bankroll.engine;

import bankroll.journal.DiskWatch;
import bankroll.journal.FrameLookup;
import bankroll.journal.Journal;
import bankroll.journal.JournalReader;
import bankroll.journal.JournalStore;
import bankroll.journal.RecoveredJournal;
import java.util.function.LongSupplier;
import org.agrona.DirectBuffer;

/** A journal that takes entries and keeps none on the disk. */
record ForgetfulJournal(JournalStore store) implements JournalStore {
    @Override
    public Journal journal() {
        return new Forgetful(store.journal());
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

    private record Forgetful(Journal journal) implements Journal {
        @Override
        public long force() {
            return 0;
        }

        @Override
        public boolean hasRoom(int length) {
            return journal.hasRoom(length);
        }

        @Override
        public void append(DirectBuffer frame, int offset, int length, long sequence) {
            journal.append(frame, offset, length, sequence);
        }

        @Override
        public long lastAppended() {
            return journal.lastAppended();
        }

        @Override
        public long lastForced() {
            return 0;
        }

        @Override
        public void close() {
            journal.close();
        }
    }
}
