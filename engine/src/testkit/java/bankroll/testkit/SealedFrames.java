package bankroll.testkit;

import bankroll.journal.Frame;
import bankroll.journal.JournalReader;
import java.util.ArrayList;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** The frames of a journal that a test writes into memory, entry by entry. One thread. */
public final class SealedFrames {
    private final List<byte[]> frames = new ArrayList<>();
    private final Frame.Sealer sealer = new Frame.Sealer();

    /** Adds an entry: a command of so many bytes, padded, and its outcomes. */
    public void add(DirectBuffer entry, int commandLength, int outcomesLength, long timeMs) {
        UnsafeBuffer frame = new UnsafeBuffer(new byte[Frame.totalLength(commandLength, outcomesLength)]);
        int length = Frame.outcomesOffset(commandLength) - Frame.HEADER_LENGTH + outcomesLength;
        frame.putBytes(Frame.HEADER_LENGTH, entry, 0, length);
        sealer.seal(frame, 0, commandLength, outcomesLength, timeMs);
        frames.add(frame.byteArray());
    }

    /** How many there are. */
    public int size() {
        return frames.size();
    }

    /** The command of an entry and what is behind it, to be read and changed. */
    public UnsafeBuffer entry(long sequence) {
        byte[] frame = frames.get((int) sequence - 1);
        return new UnsafeBuffer(frame, Frame.HEADER_LENGTH, frame.length - Frame.HEADER_LENGTH);
    }

    /** All of them, from entry 1 on. */
    public List<byte[]> all() {
        return frames;
    }

    /** Reads from this entry on. */
    public JournalReader reader(long from) {
        return new MemoryReader(frames, from);
    }
}
