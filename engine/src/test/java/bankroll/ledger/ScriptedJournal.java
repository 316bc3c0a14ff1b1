package bankroll.ledger;

import bankroll.journal.Frame;
import bankroll.journal.JournalReader;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;

/** Entries as a journal has them, one frame behind the other. */
final class ScriptedJournal {
    private final ExpandableArrayBuffer bytes = new ExpandableArrayBuffer();
    private final List<Integer> offsets = new ArrayList<>();
    private final Frame.Sealer sealer = new Frame.Sealer();
    private int end;

    /** Adds a command with its outcomes. */
    void add(byte[] entry, int outcomes, long timeMs) {
        bytes.putBytes(end + Frame.HEADER_LENGTH, entry);
        offsets.add(end);
        bytes.checkLimit(end + Frame.totalLength(outcomes, entry.length - outcomes));
        end += sealer.seal(bytes, end, outcomes, entry.length - outcomes, timeMs);
    }

    /** A reader that looks ahead. */
    JournalReader reader(long from) {
        return new Frames((int) from - 2);
    }

    private final class Frames implements JournalReader {
        private int index;

        private Frames(int before) {
            index = before;
        }

        @Override
        public boolean next() {
            index = Math.min(index + 1, offsets.size());
            return index < offsets.size();
        }

        @Override
        public int following(int frame) {
            int next = frame + Frame.length(bytes, frame);
            return next < end ? next : NONE;
        }

        @Override
        public DirectBuffer buffer() {
            return bytes;
        }

        @Override
        public int offset() {
            return offsets.get(index);
        }

        @Override
        public int length() {
            return Frame.length(bytes, offset());
        }

        @Override
        public long sequence() {
            return index + 1L;
        }

        @Override
        public String place() {
            return "frame " + index;
        }

        @Override
        public void close() {
            // memory
        }
    }
}
