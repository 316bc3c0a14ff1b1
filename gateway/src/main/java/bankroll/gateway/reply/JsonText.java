package bankroll.gateway.reply;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.nio.charset.StandardCharsets;

/**
 * Writes JSON strings and numbers into a Netty buffer: quotes, backslashes and control characters escaped, everything
 * else as its UTF-8 bytes. No object is made for ASCII text or for bytes that are UTF-8 already.
 */
public final class JsonText {
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private JsonText() {}

    /** Writes {@code text} with its quotes. */
    public static void string(ByteBuf out, String text) {
        if (isPlainAscii(text)) {
            out.writeByte('"');
            ByteBufUtil.writeAscii(out, text);
            out.writeByte('"');
        } else {
            byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
            string(out, utf8, 0, utf8.length);
        }
    }

    private static void string(ByteBuf out, byte[] utf8, int offset, int length) {
        out.writeByte('"');
        int plainFrom = offset;
        int end = offset + length;
        for (int i = offset; i < end; i++) {
            if (mustEscape(utf8[i])) {
                out.writeBytes(utf8, plainFrom, i - plainFrom);
                escape(out, utf8[i]);
                plainFrom = i + 1;
            }
        }
        out.writeBytes(utf8, plainFrom, end - plainFrom);
        out.writeByte('"');
    }

    /** Writes a number in decimal, without quotes. */
    public static void number(ByteBuf out, long value) {
        ByteBufUtil.writeAscii(out, Long.toString(value));
    }

    private static boolean isPlainAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 0x7F || c < 0x20 || c == '"' || c == '\\') {
                return false;
            }
        }
        return true;
    }

    private static boolean mustEscape(byte b) {
        return b == '"' || b == '\\' || (b >= 0 && b < 0x20);
    }

    private static void escape(ByteBuf out, byte b) {
        out.writeByte('\\');
        switch (b) {
            case '"', '\\' -> out.writeByte(b);
            case '\n' -> out.writeByte('n');
            case '\r' -> out.writeByte('r');
            case '\t' -> out.writeByte('t');
            default -> {
                ByteBufUtil.writeAscii(out, "u00");
                out.writeByte(HEX[b >> 4]);
                out.writeByte(HEX[b & 0xF]);
            }
        }
    }
}
