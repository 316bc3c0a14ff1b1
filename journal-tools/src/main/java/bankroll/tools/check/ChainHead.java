package bankroll.tools.check;

import bankroll.journal.Frame;
import java.util.HexFormat;

/**
 * The chain's value at a sequence, written {@code SEQUENCE:HEX}.
 *
 * @param sequence of the last entry in it
 * @param value 32 bytes; not to be changed
 */
@SuppressWarnings("ArrayRecordComponent")
public record ChainHead(long sequence, byte[] value) {
    /** Before the first entry. */
    public static final ChainHead START = new ChainHead(0, new byte[Frame.CHAIN_LENGTH]);

    /**
     * Reads what {@link #toString} writes.
     *
     * @throws IllegalArgumentException when it is something else
     */
    public static ChainHead parse(final String text) {
        final int colon = text.indexOf(':');
        try {
            final byte[] value = HexFormat.of().parseHex(text.substring(colon + 1).trim());
            final long sequence = Long.parseLong(text.substring(0, Math.max(colon, 0)).trim());
            if (value.length == Frame.CHAIN_LENGTH && sequence >= 0) {
                return new ChainHead(sequence, value);
            }
        } catch (final IllegalArgumentException e) {
            throw notAHead(text, e);
        }
        throw notAHead(text, null);
    }

    @Override
    public String toString() {
        return sequence + ":" + HexFormat.of().formatHex(value);
    }

    private static IllegalArgumentException notAHead(final String text, final Throwable cause) {
        return new IllegalArgumentException(
                "\"" + text + "\" is no chain head: write SEQUENCE:HASH, as journal info prints it", cause);
    }
}
