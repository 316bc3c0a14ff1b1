package bankroll.gateway.request;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Finds the end of what needs no second look within a JSON string, eight bytes at a time. */
final class PlainAscii {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;
    private static final long QUOTES = ONES * '"';
    private static final long BACKSLASHES = ONES * '\\';
    private static final long SPACES = ONES * ' ';
    private static final byte DELETE = 0x7F;

    private PlainAscii() {}

    /** The first byte that is a quote, a backslash, a control character, DEL or not ASCII; {@code length} if none is. */
    static int end(byte[] text, int from, int length) {
        int i = from;
        for (; i + Long.BYTES <= length; i += Long.BYTES) {
            long special = special((long) LONG.get(text, i));
            if (special != 0) {
                return i + (Long.numberOfTrailingZeros(special) >>> 3);
            }
        }
        while (i < length && text[i] >= ' ' && text[i] != '"' && text[i] != '\\' && text[i] != DELETE) {
            i++;
        }
        return i;
    }

    /** Marks special bytes. A borrow or carry only comes out of a byte that is marked itself: the first mark is exact. */
    private static long special(long word) {
        return ((word ^ QUOTES) - ONES | (word ^ BACKSLASHES) - ONES | word - SPACES | word + ONES | word) & HIGH_BITS;
    }
}
