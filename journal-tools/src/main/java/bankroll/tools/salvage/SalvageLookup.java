package bankroll.tools.salvage;

import bankroll.journal.FrameLookup;
import java.util.List;
import org.agrona.DirectBuffer;

/** Finds an entry of what was put together; walks to it. One thread. */
final class SalvageLookup implements FrameLookup {
    private final List<Segment> segments;
    private SalvageReader reader;

    SalvageLookup(List<Segment> segments) {
        this.segments = segments;
    }

    @Override
    public boolean find(long sequence) {
        close();
        if (sequence < segments.get(0).firstSequence()) {
            return false;
        }
        reader = new SalvageReader(segments, sequence);
        return reader.next();
    }

    @Override
    public DirectBuffer buffer() {
        return reader.buffer();
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
    public void close() {
        if (reader != null) {
            reader.close();
            reader = null;
        }
    }
}
