package bankroll.tools.console;

import java.nio.charset.StandardCharsets;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** JSON strings, and raw JSON put on one line. Stateless. */
public final class JsonText {
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private JsonText() {}

    /** Writes a quoted, escaped string from UTF-8 bytes. */
    public static void quoted(TextBuffer target, DirectBuffer source, int offset, int length) {
        target.put('"');
        int end = offset + length;
        int plain = offset;
        for (int at = offset; at < end; at++) {
            int c = source.getByte(at) & 0xff;
            if (c < 0x20 || c == '"' || c == '\\' || c == 0x7f) {
                target.bytes(source, plain, at - plain);
                escape(target, c);
                plain = at + 1;
            }
        }
        target.bytes(source, plain, end - plain).put('"');
    }

    /** Writes a quoted, escaped string. */
    public static void quoted(TextBuffer target, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        quoted(target, new UnsafeBuffer(bytes), 0, bytes.length);
    }

    /** Writes JSON as it came, but on one line: a line break in good JSON can only stand between its tokens. */
    public static void raw(TextBuffer target, DirectBuffer source, int offset, int length) {
        int end = offset + length;
        int plain = offset;
        for (int at = offset; at < end; at++) {
            int c = source.getByte(at);
            if (c == '\n' || c == '\r') {
                target.bytes(source, plain, at - plain).put(' ');
                plain = at + 1;
            }
        }
        target.bytes(source, plain, end - plain);
    }

    private static void escape(TextBuffer target, int c) {
        target.put('\\');
        switch (c) {
            case '"', '\\' -> target.put(c);
            case '\n' -> target.put('n');
            case '\r' -> target.put('r');
            case '\t' -> target.put('t');
            default -> target.ascii("u00").put(HEX[c >> 4]).put(HEX[c & 15]);
        }
    }
}
