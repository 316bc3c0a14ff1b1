package bankroll.tools.salvage;

import bankroll.journal.Frame;
import bankroll.journal.JournalReader;
import java.util.List;
import org.agrona.DirectBuffer;

/** Reads what was put together, in order. One thread. */
final class SalvageReader implements JournalReader {
    private final List<Segment> segments;
    private int index;
    private FrameSeeker frames;
    private long sequence;

    SalvageReader(List<Segment> segments, long fromSequence) {
        this.segments = segments;
        sequence = fromSequence - 1;
        while (index < segments.size() && segments.get(index).run().lastSequence() < fromSequence) {
            index++;
        }
    }

    @Override
    public boolean next() {
        while (index < segments.size()) {
            if (frames == null) {
                Segment segment = segments.get(index);
                frames = new FrameSeeker(segment.run().file(), segment.position());
            }
            while (sequence < segments.get(index).run().lastSequence() && frames.next()) {
                if (frames.sequence() == sequence + 1) {
                    sequence++;
                    return true;
                }
            }
            close();
            index++;
        }
        return false;
    }

    @Override
    public DirectBuffer buffer() {
        return frames.buffer();
    }

    @Override
    public int offset() {
        return frames.offset();
    }

    @Override
    public int length() {
        return Frame.length(frames.buffer(), frames.offset());
    }

    @Override
    public long sequence() {
        return sequence;
    }

    @Override
    public String place() {
        return frames == null ? "" : segments.get(index).run().file() + " at byte " + frames.offset();
    }

    @Override
    public void close() {
        if (frames != null) {
            frames.close();
            frames = null;
        }
    }
}
