package bankroll.protocol;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** 16 bytes of a command that are compared and never read as a text: a keyed hash, or a session. */
public final class Bits128 {
    private Bits128() {}

    /** Writes both halves. */
    public static void put(MutableDirectBuffer target, int offset, long high, long low) {
        target.putLong(offset, high);
        target.putLong(offset + Long.BYTES, low);
    }

    /** The first half. */
    public static long high(DirectBuffer buffer, int offset) {
        return buffer.getLong(offset);
    }

    /** The second half; zero in a hash: there is none. */
    public static long low(DirectBuffer buffer, int offset) {
        return buffer.getLong(offset + Long.BYTES);
    }
}
