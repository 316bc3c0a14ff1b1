package bankroll.protocol;

import java.nio.charset.StandardCharsets;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Fields one after the other, little endian and unpadded: the layout of everything but transactions. A text is a u16
 * length and UTF-8, or the length 65535 alone when it is absent.
 *
 * <p>One cursor that writes or reads; one thread. The classes that use it write and read each layout in one file.
 */
public final class Fields {
    private static final int ABSENT = 0xffff;

    private MutableDirectBuffer target;
    private DirectBuffer source;
    private int at;

    /** Starts writing. */
    public Fields write(MutableDirectBuffer buffer, int offset) {
        target = buffer;
        source = buffer;
        at = offset;
        return this;
    }

    /** Starts reading. */
    public Fields read(DirectBuffer buffer, int offset) {
        source = buffer;
        at = offset;
        return this;
    }

    /** Where the next field stands. */
    public int position() {
        return at;
    }

    /** Appends one byte. */
    public Fields putByte(int value) {
        target.putByte(at, (byte) value);
        at += 1;
        return this;
    }

    /** Appends four bytes. */
    public Fields putInt(int value) {
        target.putInt(at, value);
        at += 4;
        return this;
    }

    /** Appends eight bytes. */
    public Fields putLong(long value) {
        target.putLong(at, value);
        at += 8;
        return this;
    }

    /** Appends the 16 bytes of a hash. */
    public Fields putHash(IdHasher hash) {
        return putLong(hash.high()).putLong(hash.low());
    }

    /** Appends a text, or its absence. */
    public Fields putText(String text) {
        if (text == null) {
            return putShort(ABSENT);
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length >= ABSENT) {
            throw new IllegalArgumentException("a text has at most 65534 bytes");
        }
        putShort(bytes.length);
        target.putBytes(at, bytes);
        at += bytes.length;
        return this;
    }

    /** Reads one byte, unsigned. */
    public int getByte() {
        at += 1;
        return source.getByte(at - 1) & 0xff;
    }

    /** Reads four bytes. */
    public int getInt() {
        at += 4;
        return source.getInt(at - 4);
    }

    /** Reads eight bytes. */
    public long getLong() {
        at += 8;
        return source.getLong(at - 8);
    }

    /** Reads a text; null when it is absent. Allocates. */
    public String getText() {
        int length = getShort();
        if (length == ABSENT) {
            return null;
        }
        byte[] bytes = new byte[length];
        source.getBytes(at, bytes);
        at += length;
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** Passes over a text and tells its length in bytes, -1 when absent; it ends at {@link #position}. */
    public int skipText() {
        int length = textLength(source, at);
        at = textOffset(at) + Math.max(0, length);
        return length;
    }

    /** Passes over some texts. */
    public Fields skipTexts(int count) {
        for (int i = 0; i < count; i++) {
            skipText();
        }
        return this;
    }

    /** Where the bytes of a text stand that isn't read one after the other with its like. */
    public static int textOffset(int text) {
        return text + Short.BYTES;
    }

    /** How many they are; -1 when it is absent. */
    public static int textLength(DirectBuffer buffer, int text) {
        int length = buffer.getShort(text) & 0xffff;
        return length == ABSENT ? -1 : length;
    }

    private Fields putShort(int value) {
        target.putShort(at, (short) value);
        at += 2;
        return this;
    }

    private int getShort() {
        at += 2;
        return source.getShort(at - 2) & 0xffff;
    }
}
