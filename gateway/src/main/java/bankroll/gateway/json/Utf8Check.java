package bankroll.gateway.json;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Whether bytes are strict UTF-8 without a byte order mark, and without an escape that leaves a surrogate alone. Two
 * spellings of one id must never meet: jackson alone lets overlong forms and lone surrogates pass (decisions §2).
 */
final class Utf8Check {
    /** Nothing is wrong. */
    static final int CLEAN = -1;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;
    private static final long BACKSLASHES = ONES * '\\';

    /** The value of each byte as a hexadecimal digit in ASCII, or -1: a body may hold millions of them. */
    private static final byte[] HEX = new byte[256];

    static {
        for (int i = 0; i < HEX.length; i++) {
            HEX[i] = (byte) (i < 128 ? Character.digit(i, 16) : -1);
        }
    }

    private Utf8Check() {}

    /** Where the first fault stands, or {@link #CLEAN}. */
    static int firstFault(byte[] text, int length) {
        if (length >= 3 && text[0] == (byte) 0xEF && text[1] == (byte) 0xBB && text[2] == (byte) 0xBF) {
            return 0;
        }
        int at = 0;
        while (at < length) {
            if (at + Long.BYTES <= length && isPlain((long) LONG.get(text, at))) {
                at += Long.BYTES;
                continue;
            }
            int next = next(text, at, length);
            if (next < 0) {
                return at;
            }
            at = next;
        }
        return CLEAN;
    }

    /** Eight bytes of ASCII without a backslash. */
    private static boolean isPlain(long word) {
        long backslash = word ^ BACKSLASHES;
        return ((word | (backslash - ONES) & ~backslash) & HIGH_BITS) == 0;
    }

    /** Where the next character or escape starts; negative if this one is at fault. */
    private static int next(byte[] text, int at, int length) {
        byte first = text[at];
        if (first >= 0) {
            return first == '\\' ? afterEscape(text, at, length) : at + 1;
        }
        return afterSequence(text, at, length);
    }

    /** Where the character behind a non-ASCII one starts; negative if that one is not valid UTF-8. */
    static int afterSequence(byte[] text, int at, int length) {
        byte first = text[at];
        int size = sequenceLength(first);
        if (size == 0 || at + size > length || !isSecondAllowed(first, text[at + 1])) {
            return -1;
        }
        for (int i = 2; i < size; i++) {
            if (!isContinuation(text[at + i])) {
                return -1;
            }
        }
        return at + size;
    }

    private static int sequenceLength(byte first) {
        int lead = first & 0xFF;
        if (lead >= 0xC2 && lead <= 0xDF) {
            return 2;
        }
        if (lead >= 0xE0 && lead <= 0xEF) {
            return 3;
        }
        return lead >= 0xF0 && lead <= 0xF4 ? 4 : 0;
    }

    /** Keeps out overlong forms, surrogates and what lies beyond U+10FFFF (Unicode table 3-7). */
    private static boolean isSecondAllowed(byte first, byte second) {
        int next = second & 0xFF;
        return switch (first & 0xFF) {
            case 0xE0 -> next >= 0xA0 && next <= 0xBF;
            case 0xED -> next >= 0x80 && next <= 0x9F;
            case 0xF0 -> next >= 0x90 && next <= 0xBF;
            case 0xF4 -> next >= 0x80 && next <= 0x8F;
            default -> isContinuation(second);
        };
    }

    private static boolean isContinuation(byte b) {
        return (b & 0xC0) == 0x80;
    }

    /** Only surrogates are judged here; what JSON says about escapes is the parser's business. */
    private static int afterEscape(byte[] text, int at, int length) {
        int unit = unit(text, at, length);
        if (unit < 0) {
            return at + (at + 1 < length && text[at + 1] >= 0 ? 2 : 1);
        }
        if (Character.isLowSurrogate((char) unit)) {
            return -1;
        }
        if (Character.isHighSurrogate((char) unit)) {
            int low = unit(text, at + 6, length);
            return low >= 0 && Character.isLowSurrogate((char) low) ? at + 12 : -1;
        }
        return at + 6;
    }

    /** The UTF-16 unit that a \\u escape at this place names; negative if there is none. */
    static int unit(byte[] text, int at, int length) {
        if (at + 6 > length || text[at] != '\\' || text[at + 1] != 'u') {
            return -1;
        }
        // one of them that is no digit is negative, and so is the whole then
        return HEX[text[at + 2] & 0xFF] << 12
                | HEX[text[at + 3] & 0xFF] << 8
                | HEX[text[at + 4] & 0xFF] << 4
                | HEX[text[at + 5] & 0xFF];
    }
}
