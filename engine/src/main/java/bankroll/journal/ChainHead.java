package bankroll.journal;

import java.util.Arrays;
import java.util.HexFormat;

/**
 * The chain's value at a sequence, written {@code SEQUENCE:HEX}: c(0) is 32 zero bytes, c(n) is the SHA-256 of c(n-1) and
 * the bytes of frame n. With a noted value anybody can prove later that the
 * frames up to there are the same.
 *
 * @param sequence of the last frame in it; 0 for none.
 * @param value 32 bytes; not to be changed.
 */
@SuppressWarnings("ArrayRecordComponent")
public record ChainHead(long sequence, byte[] value) {
    /** Of a value (SHA-256). */
    public static final int BYTES = 32;

    private static final int PREFIX_BYTES = 6;

    /** Before the first frame. */
    public static final ChainHead START = new ChainHead(0, new byte[BYTES]);

    /**
     * Reads what {@link #toString} writes.
     *
     * @throws IllegalArgumentException when it is something else
     */
    public static ChainHead parse(String text) {
        int colon = text.indexOf(':');
        try {
            byte[] value = HexFormat.of().parseHex(text.substring(colon + 1).trim());
            long sequence = Long.parseLong(text.substring(0, Math.max(colon, 0)).trim());
            if (value.length == BYTES && sequence >= 0) {
                return new ChainHead(sequence, value);
            }
        } catch (IllegalArgumentException e) {
            throw notAHead(text, e);
        }
        throw notAHead(text, null);
    }

    /** The value's first six bytes as a number: as much as a metric, which is a double, tells exactly. */
    public long prefix() {
        long prefix = 0;
        for (int index = 0; index < PREFIX_BYTES; index++) {
            prefix = prefix << Byte.SIZE | Byte.toUnsignedInt(value[index]);
        }
        return prefix;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ChainHead head && head.sequence == sequence && Arrays.equals(head.value, value);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(sequence);
    }

    @Override
    public String toString() {
        return sequence + ":" + HexFormat.of().formatHex(value);
    }

    private static IllegalArgumentException notAHead(String text, Throwable cause) {
        return new IllegalArgumentException(
                "\"" + text + "\" is no chain head: write SEQUENCE:HASH, as journal info prints it", cause);
    }
}
