package bankroll.gateway.request;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** The strings of a body that were asked for, one behind the other as UTF-8, without an object per string. */
public final class JsonText {
    private static final int DELETE = 0x7F;
    private static final int FIRST_SIZE = 4096;
    /** More than this is not kept from one body to the next. */
    private static final int MAX_KEPT = 1 << 20;

    private byte[] bytes = new byte[FIRST_SIZE];
    private final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
    private int start;
    private int end;
    private int codePoints;
    private boolean hasControl;

    /** Forgets all strings. */
    void clear() {
        start = 0;
        end = 0;
        if (bytes.length > MAX_KEPT) {
            resize(FIRST_SIZE);
        }
    }

    /** Adds a string of well-formed UTF-16. */
    void append(char[] chars, int offset, int length) {
        start = end;
        hasControl = false;
        if (bytes.length - end < 3 * length) {
            resize(Math.max(bytes.length * 2, end + 3 * length));
        }
        int to = end;
        int i = 0;
        for (; i < length; i++) {
            char c = chars[offset + i];
            if (c >= DELETE || c < ' ') {
                break;
            }
            bytes[to++] = (byte) c;
        }
        end = to;
        codePoints = length;
        if (i < length) {
            codePoints = i;
            appendAny(chars, offset + i, offset + length);
        }
    }

    private void appendAny(char[] chars, int from, int to) {
        int at = end;
        for (int i = from; i < to; i++) {
            int c = chars[i];
            codePoints++;
            if (c < 0x80) {
                hasControl |= c < ' ' || c == DELETE;
                bytes[at++] = (byte) c;
            } else if (c < 0x800) {
                bytes[at++] = (byte) (0xC0 | c >> 6);
                bytes[at++] = (byte) (0x80 | c & 0x3F);
            } else if (!Character.isSurrogate((char) c)) {
                bytes[at++] = (byte) (0xE0 | c >> 12);
                bytes[at++] = (byte) (0x80 | c >> 6 & 0x3F);
                bytes[at++] = (byte) (0x80 | c & 0x3F);
            } else {
                int full = Character.toCodePoint((char) c, chars[++i]);
                bytes[at++] = (byte) (0xF0 | full >> 18);
                bytes[at++] = (byte) (0x80 | full >> 12 & 0x3F);
                bytes[at++] = (byte) (0x80 | full >> 6 & 0x3F);
                bytes[at++] = (byte) (0x80 | full & 0x3F);
            }
        }
        end = at;
    }

    private void resize(int capacity) {
        bytes = Arrays.copyOf(bytes, capacity);
        buffer.wrap(bytes);
    }

    /** All strings read so far. */
    public DirectBuffer buffer() {
        return buffer;
    }

    /** Where the last string starts. */
    public int start() {
        return start;
    }

    /** Bytes of the last string. */
    public int length() {
        return end - start;
    }

    /** Code points of the last string. */
    int codePoints() {
        return codePoints;
    }

    boolean hasControl() {
        return hasControl;
    }

    String lastAsString() {
        return new String(bytes, start, end - start, StandardCharsets.UTF_8);
    }

    /** Whether the last string is these ASCII characters. */
    boolean lastIs(String ascii) {
        if (end - start != ascii.length()) {
            return false;
        }
        for (int i = 0; i < ascii.length(); i++) {
            if (bytes[start + i] != ascii.charAt(i)) {
                return false;
            }
        }
        return true;
    }
}
