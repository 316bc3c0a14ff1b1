package bankroll.tools.check;

import bankroll.tools.source.FrameHandler;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Copies of frames one behind the other, each with its length before it. One thread at a time writes, any may read then. */
final class FrameChunk {
    private UnsafeBuffer bytes;
    private int used;

    /** An empty one with room for so many bytes. */
    FrameChunk(int capacity) {
        bytes = new UnsafeBuffer(new byte[capacity]);
    }

    /** Forgets all frames, and has room for one of this length. */
    void clear(int length) {
        if (bytes.capacity() < length + Long.BYTES) {
            bytes = new UnsafeBuffer(new byte[length + Long.BYTES]);
        }
        used = 0;
    }

    boolean hasRoom(int length) {
        return bytes.capacity() - used >= length + Long.BYTES;
    }

    void add(DirectBuffer source, int offset, int length) {
        bytes.putLong(used, length);
        bytes.putBytes(used + Long.BYTES, source, offset, length);
        used += Long.BYTES + length;
    }

    /** Hands over all frames; what the handler answers is of no interest. */
    void forEach(FrameHandler handler) {
        int at = 0;
        while (at < used) {
            int length = (int) bytes.getLong(at);
            handler.onFrame(bytes, at + Long.BYTES, length);
            at += Long.BYTES + length;
        }
    }
}
