package bankroll.bench.load;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes that text is appended to; grows as needed and is used again. One thread. */
final class RequestText {
    private byte[] bytes = new byte[4096];
    private int length;

    RequestText clear() {
        length = 0;
        return this;
    }

    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    /** Makes room and tells where to write that many bytes, in {@link #bytes} as they are then. */
    int reserve(int count) {
        if (length + count > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + count));
        }
        int at = length;
        length += count;
        return at;
    }

    RequestText put(byte[] text) {
        int at = reserve(text.length);
        System.arraycopy(text, 0, bytes, at, text.length);
        return this;
    }

    RequestText put(String text) {
        return put(text.getBytes(StandardCharsets.UTF_8));
    }

    RequestText put(byte[] text, int offset, int count) {
        int at = reserve(count);
        System.arraycopy(text, offset, bytes, at, count);
        return this;
    }

    /** Appends an unsigned number. */
    RequestText putDecimal(long number) {
        int digits = 1;
        for (long rest = Long.divideUnsigned(number, 10); rest != 0; rest /= 10) {
            digits++;
        }
        int at = reserve(digits);
        long rest = number;
        for (int i = at + digits - 1; i >= at; i--) {
            long next = Long.divideUnsigned(rest, 10);
            bytes[i] = (byte) ('0' + (rest - next * 10));
            rest = next;
        }
        return this;
    }

    byte[] copy() {
        return Arrays.copyOf(bytes, length);
    }

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
