package bankroll.engine;

import bankroll.journal.ForwardingReader;
import bankroll.journal.Frame;
import bankroll.journal.JournalReader;
import bankroll.journal.JournalStore;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;

/** A journal that was forged: a byte of one of its frames is another one, and all checksums are right. */
final class ForgedJournal extends HarmedJournal {
    private static final int CHAIN = 48;
    private static final int BALANCE = 16;

    private final long forged;
    private final ForgedByte forgedByte;

    /** Where a frame's byte stands, from its start. */
    private interface ForgedByte {
        int in(DirectBuffer buffer, int frame);
    }

    private ForgedJournal(JournalStore store, long forged, ForgedByte forgedByte) {
        super(store);
        this.forged = forged;
        this.forgedByte = forgedByte;
    }

    /** The frame of this sequence carries another chain value. */
    static ForgedJournal chain(JournalStore store, long forged) {
        return new ForgedJournal(store, forged, (buffer, frame) -> CHAIN);
    }

    /** The first outcome in the frame of this sequence has another balance. */
    static ForgedJournal balance(JournalStore store, long forged) {
        return new ForgedJournal(
                store, forged, (buffer, frame) -> Frame.outcomesOffset(Frame.commandLength(buffer, frame)) + BALANCE);
    }

    @Override
    public JournalReader reader(long fromSequence) {
        return new ForgedReader(super.reader(fromSequence), forged, forgedByte);
    }

    private static final class ForgedReader extends ForwardingReader {
        private final long forged;
        private final ForgedByte forgedByte;

        ForgedReader(JournalReader reader, long forged, ForgedByte forgedByte) {
            super(reader);
            this.forged = forged;
            this.forgedByte = forgedByte;
        }

        @Override
        public DirectBuffer buffer() {
            if (sequence() != forged) {
                return super.buffer();
            }
            ExpandableArrayBuffer copy = new ExpandableArrayBuffer();
            copy.putBytes(offset(), super.buffer(), offset(), length());
            int at = offset() + forgedByte.in(copy, offset());
            copy.putByte(at, (byte) ~copy.getByte(at));
            return copy;
        }
    }
}
