package bankroll.testkit;

import bankroll.journal.Frame;
import bankroll.journal.JournalReader;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;

/**
 * Reads frames that are held in memory, and goes on when more were added. A stretch of them lies in one buffer, as in a file,
 * so that it can be looked ahead. Nothing is checked. One thread.
 */
public class MemoryReader implements JournalReader {
    private static final int STRETCH_BYTES = 64 << 10;

    private final List<byte[]> frames;
    private final long from;
    private final ExpandableArrayBuffer stretch = new ExpandableArrayBuffer();
    private int end;
    private int offset;
    private int length;
    private long sequence;

    /**
     * One that begins at this entry.
     *
     * @param frames those of the journal, from entry 1 on
     */
    public MemoryReader(List<byte[]> frames, long from) {
        this.frames = frames;
        this.from = from;
        sequence = from - 1;
    }

    @Override
    public boolean next() {
        if (sequence == from - 1 && sequence > frames.size()) {
            throw new IllegalArgumentException("sequence " + from + " is not in the journal");
        }
        if (sequence == frames.size()) {
            return false;
        }
        offset += length;
        if (offset == end) {
            fill();
        }
        length = frames.get((int) sequence++).length;
        return true;
    }

    private void fill() {
        offset = 0;
        end = 0;
        for (int index = (int) sequence; index < frames.size() && end < STRETCH_BYTES; index++) {
            stretch.putBytes(end, frames.get(index));
            end += frames.get(index).length;
        }
    }

    @Override
    public int following(int frame) {
        int next = frame + Frame.length(stretch, frame);
        return next < end ? next : NONE;
    }

    @Override
    public DirectBuffer buffer() {
        return stretch;
    }

    @Override
    public int offset() {
        return offset;
    }

    @Override
    public int length() {
        return length;
    }

    @Override
    public long sequence() {
        return sequence;
    }

    @Override
    public String place() {
        return "memory, frame " + sequence;
    }

    @Override
    public void close() {
        // nothing is held
    }
}
