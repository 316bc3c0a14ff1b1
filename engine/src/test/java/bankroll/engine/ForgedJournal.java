package bankroll.engine;

import bankroll.journal.DiskWatch;
import bankroll.journal.Frame;
import bankroll.journal.FrameLookup;
import bankroll.journal.Journal;
import bankroll.journal.JournalReader;
import bankroll.journal.JournalStore;
import bankroll.journal.RecoveredJournal;
import java.util.function.LongSupplier;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;

/**
 * A journal that was forged: one of its frames carries a chain value that is wrong by a bit, and all checksums are right.
 *
 * @param forged sequence of the frame
 */
record ForgedJournal(JournalStore store, long forged) implements JournalStore {
    private static final int CHAIN = 48;

    @Override
    public JournalReader reader(long fromSequence) {
        return new ForgedReader(store.reader(fromSequence), forged);
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

    private record ForgedReader(JournalReader reader, long forged) implements JournalReader {
        @Override
        public boolean next() {
            return reader.next();
        }

        @Override
        public DirectBuffer buffer() {
            if (reader.sequence() != forged || Frame.chainSequence(reader.buffer(), reader.offset()) == 0) {
                return reader.buffer();
            }
            ExpandableArrayBuffer copy = new ExpandableArrayBuffer();
            copy.putBytes(reader.offset(), reader.buffer(), reader.offset(), reader.length());
            copy.putByte(reader.offset() + CHAIN, (byte) ~copy.getByte(reader.offset() + CHAIN));
            return copy;
        }

        @Override
        public int offset() {
            return reader.offset();
        }

        @Override
        public int length() {
            return reader.length();
        }

        @Override
        public long sequence() {
            return reader.sequence();
        }

        @Override
        public String place() {
            return reader.place();
        }

        @Override
        public void close() {
            reader.close();
        }
    }
}
