package bankroll.gateway.json;

import bankroll.protocol.Bytes;
import bankroll.protocol.Rfc3339;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * JSON under construction in one array that is used again; a whole answer is copied to its buffer at once. One event
 * loop; no object per value.
 */
public final class JsonBytes {
    private static final byte[] HEX = ascii("0123456789abcdef");
    private static final int MAX_DIGITS = 20;
    /** Unsigned: the first number of {@link #MAX_DIGITS} digits. */
    private static final long TEN_TO_19 = Long.parseUnsignedLong("10000000000000000000");
    /** By exponent; the first one is 0, since no digit is too many for 0. */
    private static final long[] POWERS = new long[MAX_DIGITS - 1];
    /** By significant bits: the most digits that a number of so many has. */
    private static final int[] MOST_DIGITS = new int[Long.SIZE];
    /** Two digits for each number below 100. */
    private static final byte[] PAIRS = new byte[200];
    /** A character takes at most six bytes, as {@code \\u001f} does. */
    private static final int LONGEST_ESCAPE = 6;

    private static final int MAX_KEPT = 1 << 20;

    static {
        long power = 1;
        for (int i = 1; i < POWERS.length; i++) {
            power *= 10;
            POWERS[i] = power;
        }
        for (int bits = 0; bits < Long.SIZE; bits++) {
            MOST_DIGITS[bits] = Long.toString((1L << bits) - 1).length();
        }
        for (int i = 0; i < 100; i++) {
            PAIRS[2 * i] = (byte) ('0' + i / 10);
            PAIRS[2 * i + 1] = (byte) ('0' + i % 10);
        }
    }

    private final Rfc3339 times = new Rfc3339();
    private byte[] bytes = new byte[16 * 1024];
    private int length;

    /** A fixed part, to be given to {@link #raw(byte[])} or looked for. */
    public static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Begins another answer. */
    public JsonBytes start() {
        length = 0;
        if (bytes.length > MAX_KEPT) {
            bytes = new byte[MAX_KEPT];
        }
        return this;
    }

    /** Bytes so far. */
    public int length() {
        return length;
    }

    /** Appends what was made. */
    public void copyTo(ByteBuf target) {
        target.writeBytes(bytes, 0, length);
    }

    /** Bytes as they are. */
    public JsonBytes raw(byte[] text) {
        ensure(text.length);
        Bytes.copy(text, 0, bytes, length, text.length);
        length += text.length;
        return this;
    }

    /** One ASCII character as it is. */
    public JsonBytes raw(char character) {
        ensure(1);
        bytes[length++] = (byte) character;
        return this;
    }

    /** A string with its quotes. */
    public JsonBytes string(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        return string(utf8, 0, utf8.length);
    }

    /** A string that stands as UTF-8 elsewhere, with its quotes. */
    public JsonBytes string(byte[] utf8, int offset, int size) {
        ensure(size * LONGEST_ESCAPE + 2);
        bytes[length++] = '"';
        int plain = JsonLexer.plainEnd(utf8, offset, offset + size);
        Bytes.copy(utf8, offset, bytes, length, plain - offset);
        length += plain - offset;
        for (int i = plain; i < offset + size; i++) {
            append(utf8[i]);
        }
        bytes[length++] = '"';
        return this;
    }

    private void append(byte b) {
        if (b == '"' || b == '\\') {
            bytes[length++] = '\\';
            bytes[length++] = b;
        } else if (b >= 0 && b < ' ') {
            control(b);
        } else {
            bytes[length++] = b;
        }
    }

    private void control(byte b) {
        bytes[length++] = '\\';
        bytes[length++] = 'u';
        bytes[length++] = '0';
        bytes[length++] = '0';
        bytes[length++] = HEX[b >> 4];
        bytes[length++] = HEX[b & 0xF];
    }

    /** An unsigned amount as a string with its quotes (contract §2.1). */
    public JsonBytes amount(long unsigned) {
        ensure(MAX_DIGITS + 2);
        bytes[length++] = '"';
        int end = length + digits(unsigned);
        int at = end;
        long rest = unsigned;
        if (rest < 0) {
            rest = Long.divideUnsigned(unsigned, 10);
            bytes[--at] = (byte) ('0' + (unsigned - rest * 10));
        }
        while (rest >= 10) {
            long quotient = rest / 100;
            int pair = (int) (rest - quotient * 100) * 2;
            bytes[--at] = PAIRS[pair + 1];
            bytes[--at] = PAIRS[pair];
            rest = quotient;
        }
        if (at > length) {
            bytes[--at] = (byte) ('0' + rest);
        }
        length = end;
        bytes[length++] = '"';
        return this;
    }

    private static int digits(long unsigned) {
        if (unsigned < 0) {
            return Long.compareUnsigned(unsigned, TEN_TO_19) < 0 ? MAX_DIGITS - 1 : MAX_DIGITS;
        }
        int most = MOST_DIGITS[Long.SIZE - Long.numberOfLeadingZeros(unsigned)];
        return unsigned < POWERS[most - 1] ? most - 1 : most;
    }

    /** A time as an RFC 3339 string in UTC with milliseconds, with its quotes. */
    public JsonBytes time(long timeMs) {
        ensure(Rfc3339.LENGTH + 2);
        bytes[length++] = '"';
        times.put(timeMs, bytes, length);
        length += Rfc3339.LENGTH;
        bytes[length++] = '"';
        return this;
    }

    private void ensure(int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
        }
    }
}
