package bankroll.protocol;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;

/**
 * A byte array read and written in little-endian words, for short texts that a batch has thousands of: a call of the
 * run-time's copy, or a look at each byte, would be most of the work. Bounds are checked. Stateless; any thread.
 */
public final class Bytes {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    /** From here on the run-time's own copy is faster. */
    private static final int LONG_TEXT = 96;

    private Bytes() {}

    /** Eight bytes, the first one lowest. */
    public static long word(byte[] bytes, int at) {
        return (long) LONG.get(bytes, at);
    }

    /** Puts eight bytes, the lowest one first. */
    public static void putWord(byte[] bytes, int at, long word) {
        LONG.set(bytes, at, word);
    }

    /** Puts four bytes, the lowest one first. */
    public static void putInt(byte[] bytes, int at, int word) {
        INT.set(bytes, at, word);
    }

    /** Copies bytes from one array to another. */
    public static void copy(byte[] from, int at, byte[] to, int target, int length) {
        if (length > LONG_TEXT) {
            System.arraycopy(from, at, to, target, length);
        } else if (length >= Long.BYTES) {
            int last = length - Long.BYTES;
            for (int i = 0; i < last; i += Long.BYTES) {
                putWord(to, target + i, word(from, at + i));
            }
            putWord(to, target + last, word(from, at + last));
        } else if (length >= Integer.BYTES) {
            int last = length - Integer.BYTES;
            int end = (int) INT.get(from, at + last);
            putInt(to, target, (int) INT.get(from, at));
            putInt(to, target + last, end);
        } else {
            for (int i = 0; i < length; i++) {
                to[target + i] = from[at + i];
            }
        }
    }

    /** Whether so many bytes are the same in both arrays; false where one ends before. */
    public static boolean equal(byte[] one, int at, byte[] other, int otherAt, int length) {
        if (at + length > one.length || otherAt + length > other.length) {
            return false;
        }
        if (length < Long.BYTES) {
            for (int i = 0; i < length; i++) {
                if (one[at + i] != other[otherAt + i]) {
                    return false;
                }
            }
            return true;
        }
        int last = length - Long.BYTES;
        for (int i = 0; i < last; i += Long.BYTES) {
            if (word(one, at + i) != word(other, otherAt + i)) {
                return false;
            }
        }
        return word(one, at + last) == word(other, otherAt + last);
    }

    /**
     * Feeds ranges of any buffer to something that takes arrays, as checksums do: an array as it stands, other memory piece by
     * piece through an array of its own. One thread.
     */
    public static final class BytePieces {
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
}
