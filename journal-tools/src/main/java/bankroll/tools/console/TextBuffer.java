package bankroll.tools.console;

import bankroll.protocol.Rfc3339;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * UTF-8 text on its way to a stream: one large buffer, numbers written in place. One thread. A failed
 * write is an {@link OutputFailure}.
 */
public final class TextBuffer implements Closeable {
    private static final int CAPACITY = 1 << 18;
    private static final int MAX_DIGITS = 20;

    private final OutputStream stream;
    private final byte[] bytes = new byte[CAPACITY];
    private final UnsafeBuffer view = new UnsafeBuffer(bytes);
    private final Rfc3339 times = new Rfc3339();
    private int used;

    /** Writes to this stream, which {@link #close} closes. */
    public TextBuffer(OutputStream stream) {
        this.stream = stream;
    }

    /** Writes one byte. */
    public TextBuffer put(int value) {
        if (used == CAPACITY) {
            spill();
        }
        bytes[used++] = (byte) value;
        return this;
    }

    /** Writes ASCII text as it stands. */
    public TextBuffer ascii(String text) {
        int length = text.length();
        reserve(length);
        for (int i = 0; i < length; i++) {
            bytes[used++] = (byte) text.charAt(i);
        }
        return this;
    }

    /** Writes any text as it stands. */
    public TextBuffer text(String text) {
        return bytes(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Writes bytes as they stand. */
    public TextBuffer bytes(byte[] source) {
        return bytes(source, 0, source.length);
    }

    /** Writes a part of bytes as they stand. */
    public TextBuffer bytes(byte[] source, int offset, int length) {
        if (length > CAPACITY - used) {
            spill();
            if (length > CAPACITY) {
                write(source, offset, length);
                return this;
            }
        }
        System.arraycopy(source, offset, bytes, used, length);
        used += length;
        return this;
    }

    /** Writes bytes of a buffer as they stand. */
    public TextBuffer bytes(DirectBuffer source, int offset, int length) {
        int at = offset;
        int left = length;
        while (left > 0) {
            if (used == CAPACITY) {
                spill();
            }
            int part = Math.min(left, CAPACITY - used);
            source.getBytes(at, bytes, used, part);
            used += part;
            at += part;
            left -= part;
        }
        return this;
    }

    /** Writes a number. */
    public TextBuffer number(long value) {
        reserve(MAX_DIGITS);
        used += view.putLongAscii(used, value);
        return this;
    }

    /** Writes an amount: the long is read as unsigned. */
    public TextBuffer unsigned(long value) {
        return value < 0 ? ascii(Long.toUnsignedString(value)) : number(value);
    }

    /** Writes a time as RFC 3339 in UTC with milliseconds. */
    public TextBuffer time(long timeMs) {
        reserve(Rfc3339.LENGTH);
        times.put(timeMs, bytes, used);
        used += Rfc3339.LENGTH;
        return this;
    }

    /** Hands everything to the stream and flushes it. */
    public void flush() {
        spill();
        try {
            stream.flush();
        } catch (IOException e) {
            throw new OutputFailure(e);
        }
    }

    @Override
    public void close() {
        flush();
        try {
            stream.close();
        } catch (IOException e) {
            throw new OutputFailure(e);
        }
    }

    private void reserve(int length) {
        if (length > CAPACITY - used) {
            spill();
        }
    }

    private void spill() {
        int length = used;
        used = 0;
        write(bytes, 0, length);
    }

    private void write(byte[] source, int offset, int length) {
        try {
            stream.write(source, offset, length);
        } catch (IOException e) {
            throw new OutputFailure(e);
        }
    }
}
