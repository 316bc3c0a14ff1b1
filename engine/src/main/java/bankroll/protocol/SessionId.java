package bankroll.protocol;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A session id: 128 random bits, written as {@value #LENGTH} characters of base64url (contract §2.3).
 *
 * <p>Only we make session ids, so the bits themselves are the key of the session table; a text that isn't the exact
 * spelling of 128 bits names no session. Stateless; any thread.
 */
public final class SessionId {
    /** Characters of a session id. */
    public static final int LENGTH = 22;

    private static final byte[] ALPHABET =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] DIGITS = digits();

    private SessionId() {}

    /** Whether the text is the one spelling of some 128 bits. */
    public static boolean isCanonical(byte[] text, int offset, int length) {
        if (length != LENGTH) {
            return false;
        }
        int seen = 0;
        for (int i = 0; i < LENGTH; i++) {
            seen |= digit(text[offset + i]);
        }
        // eleven characters hold 66 bits: the last of each half carries only four of its six
        return seen >= 0 && (digit(text[offset + 10]) & 3) == 0 && (digit(text[offset + 21]) & 3) == 0;
    }

    /** The first 64 bits of a canonical text. */
    public static long high(byte[] text, int offset) {
        return half(text, offset);
    }

    /** The last 64 bits of a canonical text. */
    public static long low(byte[] text, int offset) {
        return half(text, offset + 11);
    }

    /** Writes the text of a session id: {@value #LENGTH} bytes. */
    public static void put(long high, long low, MutableDirectBuffer target, int offset) {
        putHalf(high, target, offset);
        putHalf(low, target, offset + 11);
    }

    /** The text of a session id. Allocates. */
    public static String format(long high, long low) {
        byte[] text = new byte[LENGTH];
        put(high, low, new UnsafeBuffer(text), 0);
        return new String(text, StandardCharsets.US_ASCII);
    }

    private static long half(byte[] text, int offset) {
        long bits = 0;
        for (int i = 0; i < 10; i++) {
            bits = bits << 6 | digit(text[offset + i]);
        }
        return bits << 4 | digit(text[offset + 10]) >> 2;
    }

    private static void putHalf(long bits, MutableDirectBuffer target, int offset) {
        for (int i = 0; i < 10; i++) {
            target.putByte(offset + i, ALPHABET[(int) (bits >>> 58 - 6 * i) & 63]);
        }
        target.putByte(offset + 10, ALPHABET[(int) (bits & 15) << 2]);
    }

    private static int digit(byte character) {
        return DIGITS[character & 0xff];
    }

    private static byte[] digits() {
        byte[] table = new byte[256];
        Arrays.fill(table, (byte) -1);
        for (int i = 0; i < ALPHABET.length; i++) {
            table[ALPHABET[i]] = (byte) i;
        }
        return table;
    }
}
