package bankroll.gateway.reply;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.nio.charset.StandardCharsets;
import org.agrona.DirectBuffer;

/**
 * Writes JSON strings and numbers into a Netty buffer: quotes, backslashes and control characters escaped, everything
 * else as its UTF-8 bytes. No object is made for ASCII text or for bytes that are UTF-8 already.
 */
public final class JsonText {
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final int MAX_LONG_DIGITS = 20;

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

    /** Writes valid UTF-8 bytes as a JSON string with its quotes. */
    public static void string(ByteBuf out, byte[] utf8, int offset, int length) {
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

    /** Writes valid UTF-8 bytes of an Agrona buffer as a JSON string with its quotes. */
    public static void string(ByteBuf out, DirectBuffer utf8, int offset, int length) {
        byte[] array = utf8.byteArray();
        if (array != null) {
            string(out, array, arrayIndex(utf8, offset), length);
            return;
        }
        byte[] copy = new byte[length];
        utf8.getBytes(offset, copy);
        string(out, copy, 0, length);
    }

    /** Writes a signed number in decimal, without quotes. */
    public static void number(ByteBuf out, long value) {
        if (value < 0) {
            // Long.MIN_VALUE has no positive twin; this path is for totals only.
            ByteBufUtil.writeAscii(out, Long.toString(value));
        } else {
            unsigned(out, value);
        }
    }

    /** Writes an unsigned 64-bit number in decimal, without quotes: amounts go past a signed long. */
    public static void unsigned(ByteBuf out, long value) {
        out.ensureWritable(MAX_LONG_DIGITS);
        long rest = value;
        int digits = digits(value);
        int at = out.writerIndex() + digits;
        out.writerIndex(at);
        if (rest < 0) {
            long quotient = Long.divideUnsigned(rest, 10);
            out.setByte(--at, (int) ('0' + (rest - quotient * 10)));
            rest = quotient;
        }
        do {
            long quotient = rest / 10;
            out.setByte(--at, (int) ('0' + (rest - quotient * 10)));
            rest = quotient;
        } while (rest != 0);
    }

    private static int digits(long unsigned) {
        if (unsigned < 0) {
            // From 2^63 on: 19 digits below 10^19, 20 above.
            return Long.compareUnsigned(unsigned, -8446744073709551616L) < 0 ? 19 : 20;
        }
        int digits = 1;
        for (long bound = 10; unsigned >= bound; bound *= 10) {
            digits++;
            if (digits == 19) {
                break;
            }
        }
        return digits;
    }

    private static int arrayIndex(DirectBuffer buffer, int offset) {
        // A heap buffer's address offset counts from the array's header.
        return (int) (buffer.addressOffset() - org.agrona.BufferUtil.ARRAY_BASE_OFFSET) + offset;
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
