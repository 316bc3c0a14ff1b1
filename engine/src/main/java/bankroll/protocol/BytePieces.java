package bankroll.protocol;

import org.agrona.DirectBuffer;

/**
 * Feeds ranges of any buffer to something that takes arrays, as checksums do: an array as it stands, other memory piece by
 * piece through an array of its own. One thread.
 */
public final class BytePieces {
    private final byte[] piece = new byte[1 << 14];
    private final Sink sink;

    /** Takes a part of an array, before it changes again; as {@code MessageDigest.update}. */
    @FunctionalInterface
    public interface Sink {
        /** Takes {@code length} bytes from {@code offset} on. */
        void take(byte[] bytes, int offset, int length);
    }

    /** Feeds this sink. */
    public BytePieces(Sink sink) {
        this.sink = sink;
    }

    /** Feeds a range. */
    public void feed(DirectBuffer buffer, int offset, int length) {
        byte[] array = buffer.byteArray();
        if (array != null) {
            buffer.boundsCheck(offset, length);
            sink.take(array, buffer.wrapAdjustment() + offset, length);
            return;
        }
        for (int done = 0; done < length; done += piece.length) {
            int size = Math.min(piece.length, length - done);
            buffer.getBytes(offset + done, piece, 0, size);
            sink.take(piece, 0, size);
        }
    }
}
