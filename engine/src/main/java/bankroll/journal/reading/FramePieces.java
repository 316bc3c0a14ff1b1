package bankroll.journal.reading;

import bankroll.journal.Frame;
import bankroll.journal.FrameFault;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Finds the frames of one ended journal file whose bytes come piece by piece, and checks them as {@link FrameCursor} does those
 * of a mapped one. One that lies in several pieces is put together. The link knows the last good frame. One thread.
 */
public final class FramePieces {
    private final Frame.Link link;
    private final Taker taker;
    private final UnsafeBuffer piece = new UnsafeBuffer(0, 0);
    private final UnsafeBuffer joined = new UnsafeBuffer(0, 0);
    /** Bytes of the frame that is being put together: all, and those that are there. */
    private int joinedLength;

    private int joinedBytes;
    /** Bytes of a record of Chronicle's own that are still to come. */
    private long toSkip;

    private boolean isOver;

    /** Takes good frames. */
    @FunctionalInterface
    public interface Taker {
        /** Takes the next one; who needs it longer than this call copies it. */
        void take(DirectBuffer buffer, int offset, int length);
    }

    /** From the beginning of a file, behind that link. */
    public FramePieces(Frame.Link link, Taker taker) {
        this.link = link;
        this.taker = taker;
    }

    /** Takes the next bytes of the file; all but the last piece are a multiple of 4 long. Nothing counts behind a fault. */
    public void take(ByteBuffer bytes) {
        piece.wrap(bytes, bytes.position(), bytes.remaining());
        int at = resume();
        while (!isOver && at + MappedJournalFile.RECORD_HEADER_LENGTH <= piece.capacity()) {
            at = record(at);
        }
    }

    /** Ends the record that has begun in the piece before, as far as it is in this one; tells where the next is. */
    private int resume() {
        int part = (int) Math.min(piece.capacity(), toSkip + joinedLength - joinedBytes);
        if (toSkip > 0) {
            toSkip -= part;
        } else if (joinedLength > 0) {
            join(0, part);
        }
        return MappedJournalFile.align(part);
    }

    /** Takes the record whose header stands here, as far as it is in this piece, and tells where the next is. */
    private int record(int at) {
        int header = piece.getInt(at, ByteOrder.LITTLE_ENDIAN);
        int length = MappedJournalFile.length(header);
        int start = at + MappedJournalFile.RECORD_HEADER_LENGTH;
        int here = Math.min(length, piece.capacity() - start);
        if (!MappedJournalFile.isComplete(header)) {
            isOver = true;
        } else if (MappedJournalFile.isChronicles(header)) {
            toSkip = length - here;
        } else if (here == length) {
            check(piece, start, length);
        } else if (length <= Frame.MAX_LENGTH) {
            begin(length);
            join(start, here);
        } else {
            isOver = true;
        }
        return MappedJournalFile.align(start + here);
    }

    private void begin(int length) {
        if (joined.capacity() < length) {
            joined.wrap(new byte[length]);
        }
        joinedLength = length;
    }

    private void join(int start, int bytes) {
        joined.putBytes(joinedBytes, piece, start, bytes);
        joinedBytes += bytes;
        if (joinedBytes == joinedLength) {
            check(joined, 0, joinedLength);
            joinedLength = 0;
            joinedBytes = 0;
        }
    }

    private void check(DirectBuffer buffer, int position, int length) {
        if (link.check(buffer, position, length, true) == FrameFault.NONE) {
            link.accept(buffer, position);
            taker.take(buffer, position, length);
        } else {
            isOver = true;
        }
    }
}
