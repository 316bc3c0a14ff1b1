package bankroll.tools.console;

import bankroll.condition.StandardOutput.ReaderGoneException;
import bankroll.protocol.Rfc3339;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * UTF-8 text on its way to a stream: one large buffer, numbers written in place, texts from outside as JSON, as a cell of CSV,
 * or for a person's eye. One thread. A failed write is an {@link OutputFailure}.
 */
public final class TextBuffer implements Closeable {
    private static final int CAPACITY = 1 << 18;
    private static final int MAX_DIGITS = 20;
    /** Lead byte of U+F000–FFFF. */
    private static final byte FULL_WIDTH = (byte) 0xef;

    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

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

    /** Writes a text from outside, in UTF-8, as a quoted, escaped JSON string. */
    public TextBuffer json(DirectBuffer text) {
        put('"');
        int end = text.capacity();
        int plain = 0;
        for (int at = 0; at < end; at++) {
            int c = text.getByte(at) & 0xff;
            if (c < 0x20 || c == '"' || c == '\\' || c == 0x7f) {
                bytes(text, plain, at - plain);
                escape(c);
                plain = at + 1;
            }
        }
        return bytes(text, plain, end - plain).put('"');
    }

    /** As {@link #json(DirectBuffer)}. */
    public TextBuffer json(String text) {
        return json(utf8(text));
    }

    private void escape(int c) {
        put('\\');
        switch (c) {
            case '"', '\\' -> put(c);
            case '\n' -> put('n');
            case '\r' -> put('r');
            case '\t' -> put('t');
            default -> ascii("u00").put(HEX[c >> 4]).put(HEX[c & 15]);
        }
    }

    /** Writes JSON as it came, but on one line: a line break in good JSON can only stand between its tokens. */
    public TextBuffer rawJson(DirectBuffer json) {
        int end = json.capacity();
        int plain = 0;
        for (int at = 0; at < end; at++) {
            int c = json.getByte(at);
            if (c == '\n' || c == '\r') {
                bytes(json, plain, at - plain).put(' ');
                plain = at + 1;
            }
        }
        return bytes(json, plain, end - plain);
    }

    /** As {@link #rawJson}, for a person: what could play tricks with a terminal stands in its strings only, and is escaped. */
    public TextBuffer plainJson(DirectBuffer json) {
        String text = json.getStringWithoutLengthUtf8(0, json.capacity());
        return text(Visible.line(text.replace('\n', ' ').replace('\r', ' ').replace('\t', ' ')));
    }

    /**
     * Writes a text from outside, in UTF-8, so that a person sees where it starts and ends. One that could be misread (blanks,
     * quotes, an equals sign) is quoted as JSON; what could play tricks with a terminal (C1 controls, marks that turn the
     * writing direction) is never put out.
     */
    public TextBuffer plain(DirectBuffer text) {
        return isPlain(text)
                ? bytes(text, 0, text.capacity())
                : plainQuoted(text.getStringWithoutLengthUtf8(0, text.capacity()));
    }

    /** As {@link #plain(DirectBuffer)}. */
    public TextBuffer plain(String text) {
        return plain(utf8(text));
    }

    private static boolean isPlain(DirectBuffer text) {
        int length = text.capacity();
        for (int i = 0; i < length; i++) {
            int c = text.getByte(i);
            if (c <= ' ' && c >= 0 || c == '"' || c == '=' || c == '\\' || c == 0x7f || isSuspect(c)) {
                return false;
            }
        }
        return length > 0;
    }

    /** Lead bytes of U+0080–00BF and of U+2000–2FFF, where all the tricky ones are. */
    private static boolean isSuspect(int c) {
        return c == (byte) 0xc2 || c == (byte) 0xe2;
    }

    private TextBuffer plainQuoted(String text) {
        StringBuilder safe = new StringBuilder(text.length() + 2).append('"');
        text.codePoints().forEach(c -> {
            if (c == '"' || c == '\\') {
                safe.append('\\');
            }
            Visible.append(c, safe);
        });
        return text(safe.append('"').toString());
    }

    /**
     * Writes a cell of CSV (RFC 4180), in quotes where it needs them.
     *
     * @param isGuarding whether what a spreadsheet would take for a formula (it starts with = + - @ or a tab) gets an
     *     apostrophe before it; also behind what some spreadsheets take for the end of a cell: a semicolon, a tab, a line's end
     * @return whether it got one
     */
    public boolean csv(DirectBuffer text, boolean isGuarding) {
        boolean isGuarded = isGuarding && hasFormula(text);
        if (!isGuarded && isPlainCell(text)) {
            bytes(text, 0, text.capacity());
            return false;
        }
        put('"');
        for (int i = 0; i < text.capacity(); i++) {
            int c = text.getByte(i);
            if (isGuarded && isFormula(text, i)) {
                put('\'');
            }
            if (c == '"') {
                put('"');
            }
            put(c);
        }
        put('"');
        return isGuarded;
    }

    /** As {@link #csv(DirectBuffer, boolean)}; a number is no formula, whatever its sign. */
    void csv(String text) {
        csv(utf8(text), !text.matches("-?[0-9]+(\\.[0-9]+)?"));
    }

    private static boolean isPlainCell(DirectBuffer text) {
        for (int i = 0; i < text.capacity(); i++) {
            int c = text.getByte(i);
            if (c == '"' || c == ',' || c == ';' || c == '\t' || c == '\n' || c == '\r' || c == ' ') {
                return false;
            }
        }
        return text.capacity() > 0;
    }

    private static boolean hasFormula(DirectBuffer text) {
        for (int i = 0; i < text.capacity(); i++) {
            if (isFormula(text, i)) {
                return true;
            }
        }
        return false;
    }

    /** Whether one begins with this byte. */
    private static boolean isFormula(DirectBuffer text, int at) {
        int before = at == 0 ? ';' : text.getByte(at - 1);
        boolean isBegin = before == ';' || before == '\t' || before == '\n' || before == '\r';
        if (!isBegin) {
            return false;
        }
        return switch (text.getByte(at)) {
            case '=', '+', '-', '@' -> true;
            case '\t', '\r' -> at == 0;
            case FULL_WIDTH -> isFullWidthFormula(text, at);
            default -> false;
        };
    }

    /** The full-width forms of the same four, U+FF1D, U+FF0B, U+FF0D and U+FF20: some spreadsheets take them, too. */
    private static boolean isFullWidthFormula(DirectBuffer text, int at) {
        if (at + 2 >= text.capacity() || text.getByte(at + 1) != (byte) 0xbc) {
            return false;
        }
        int last = text.getByte(at + 2) & 0xff;
        return last == 0x9d || last == 0x8b || last == 0x8d || last == 0xa0;
    }

    private static DirectBuffer utf8(String text) {
        return new UnsafeBuffer(text.getBytes(StandardCharsets.UTF_8));
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

    /** What was written could not be: a full disk, or a reader that went away. */
    public static final class OutputFailure extends UncheckedIOException {
        private static final long serialVersionUID = 1L;

        private OutputFailure(IOException cause) {
            super(cause.getMessage(), cause);
        }

        /** Whether the reader of our output has closed it, as {@code | head} does: no fault. */
        public boolean isReaderGone() {
            return getCause() instanceof ReaderGoneException || "Broken pipe".equals(getMessage());
        }

        /** Throws it anew unless the reader is gone: a verdict keeps its exit code then, and nobody else misses the rest. */
        public void unlessReaderGone() {
            if (!isReaderGone()) {
                throw this;
            }
        }
    }
}
