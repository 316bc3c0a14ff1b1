package bankroll.engine;

import bankroll.journal.Frame;
import bankroll.journal.JournalReader;
import bankroll.journal.JournalStore;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;

/** A journal that was forged: one of its frames carries a chain value that is wrong by a bit, and all checksums are right. */
final class ForgedJournal extends HarmedJournal {
    private static final int CHAIN = 48;

    private final long forged;

    /** @param forged sequence of the frame */
    ForgedJournal(JournalStore store, long forged) {
        super(store);
        this.forged = forged;
    }

    @Override
    public JournalReader reader(long fromSequence) {
        return new ForgedReader(super.reader(fromSequence), forged);
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
