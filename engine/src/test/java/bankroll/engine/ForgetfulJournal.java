package bankroll.engine;

import bankroll.journal.Journal;
import bankroll.journal.JournalStore;
import org.agrona.DirectBuffer;

/** A journal that takes entries and keeps none on the disk. */
final class ForgetfulJournal extends HarmedJournal {
    ForgetfulJournal(JournalStore store) {
        super(store);
    }

    @Override
    public Journal journal() {
        return new Forgetful(super.journal());
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
