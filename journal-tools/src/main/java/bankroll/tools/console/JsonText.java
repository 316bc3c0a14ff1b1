package bankroll.tools.console;

import java.nio.charset.StandardCharsets;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** JSON strings, and raw JSON put on one line. Stateless. */
public final class JsonText {
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private JsonText() {}

    /** Writes a quoted, escaped string from UTF-8 bytes. */
    public static void quoted(TextBuffer target, DirectBuffer text) {
        target.put('"');
        int end = text.capacity();
        int plain = 0;
        for (int at = 0; at < end; at++) {
            int c = text.getByte(at) & 0xff;
            if (c < 0x20 || c == '"' || c == '\\' || c == 0x7f) {
                target.bytes(text, plain, at - plain);
                escape(target, c);
                plain = at + 1;
            }
        }
        target.bytes(text, plain, end - plain).put('"');
    }

    /** Writes a quoted, escaped string. */
    public static void quoted(TextBuffer target, String text) {
        quoted(target, new UnsafeBuffer(text.getBytes(StandardCharsets.UTF_8)));
    }

    /** Writes JSON as it came, but on one line: a line break in good JSON can only stand between its tokens. */
    public static void raw(TextBuffer target, DirectBuffer json) {
        int end = json.capacity();
        int plain = 0;
        for (int at = 0; at < end; at++) {
            int c = json.getByte(at);
            if (c == '\n' || c == '\r') {
                target.bytes(json, plain, at - plain).put(' ');
                plain = at + 1;
            }
        }
        target.bytes(json, plain, end - plain);
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
