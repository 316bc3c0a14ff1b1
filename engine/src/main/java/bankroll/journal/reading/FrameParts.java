package bankroll.journal.reading;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.Consumer;

/**
 * Finds the frames in the bytes of an ended journal file that come piece by piece, from its first, and hands on what is
 * theirs and nothing else; a frame may come in several parts. Nothing is checked, and where no record follows it hands on
 * no more. One thread.
 */
public final class FrameParts {
    private static final int ALIGNMENT = 4;

    private final Consumer<ByteBuffer> frames;
    private long position;
    private long nextRecord;
    private long frameEnd;
    private boolean isEnded;

    /** Hands the bytes of frames on to this. */
    public FrameParts(Consumer<ByteBuffer> frames) {
        this.frames = frames;
    }

    /** Takes the next bytes of the file; all but the last piece are a multiple of 4 long. */
    public void take(ByteBuffer piece) {
        ByteBuffer bytes = piece.slice().order(ByteOrder.LITTLE_ENDIAN);
        int at = frame(bytes, 0);
        while (at + MappedJournalFile.RECORD_HEADER_LENGTH <= bytes.capacity() && !isEnded) {
            at = record(bytes, at);
        }
        position += bytes.capacity();
    }

    /** Begins the record whose header stands here and tells where the next one is, as far as that is in this piece. */
    private int record(ByteBuffer bytes, int at) {
        int header = bytes.getInt(at);
        if (header == 0 || (header & MappedJournalFile.NOT_COMPLETE) != 0) {
            isEnded = true;
            return at;
        }
        long start = position + at + MappedJournalFile.RECORD_HEADER_LENGTH;
        long end = start + (header & MappedJournalFile.LENGTH_MASK);
        nextRecord = (end + ALIGNMENT - 1) & -ALIGNMENT;
        frameEnd = (header & MappedJournalFile.CHRONICLES_OWN) == 0 ? end : 0;
        return frame(bytes, (int) (start - position));
    }

    /** Hands on what is here of the frame that has begun, and tells where the next record is, or the piece's end. */
    private int frame(ByteBuffer bytes, int from) {
        int to = (int) Math.min(frameEnd - position, bytes.capacity());
        if (to > from) {
            frames.accept(bytes.slice(from, to - from));
        }
        return (int) Math.min(nextRecord - position, bytes.capacity());
    }
}
