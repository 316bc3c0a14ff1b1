package bankroll.tools.salvage;

import bankroll.journal.Frame;
import bankroll.journal.FrameLookup;
import bankroll.journal.JournalReader;
import java.util.List;
import org.agrona.DirectBuffer;

/** The frames of what was put together, in order; to the one that is asked for it walks. One thread. */
final class SalvageFrames implements JournalReader, FrameLookup {
    private final List<Segment> segments;
    private int index;
    private FrameSeeker frames;
    private long sequence;

    SalvageFrames(List<Segment> segments, long fromSequence) {
        this.segments = segments;
        startAt(fromSequence);
    }

    private void startAt(long wanted) {
        sequence = wanted - 1;
        index = 0;
        while (index < segments.size() && segments.get(index).run().lastSequence() < wanted) {
            index++;
        }
    }

    @Override
    public boolean find(long wanted) {
        close();
        startAt(wanted);
        return wanted >= segments.get(0).firstSequence() && next();
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
