package bankroll.tools.console;

import java.nio.charset.StandardCharsets;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Texts from outside on a line for people. A text that could be misread (blanks, quotes, an equals sign) is quoted as
 * JSON; what could play tricks with a terminal (C1 controls, marks that turn the writing direction) is never put out.
 */
public final class PlainText {
    private PlainText() {}

    /** Writes the text so that a person sees where it starts and ends. */
    public static void put(TextBuffer target, DirectBuffer text) {
        if (isPlain(text)) {
            target.bytes(text, 0, text.capacity());
        } else {
            quoted(target, text.getStringWithoutLengthUtf8(0, text.capacity()));
        }
    }

    /** As {@link #put(TextBuffer, DirectBuffer)}. */
    public static void put(TextBuffer target, String text) {
        put(target, new UnsafeBuffer(text.getBytes(StandardCharsets.UTF_8)));
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

    private static void quoted(TextBuffer target, String text) {
        StringBuilder safe = new StringBuilder(text.length() + 2).append('"');
        text.codePoints().forEach(c -> append(safe, c));
        target.text(safe.append('"').toString());
    }

    private static void append(StringBuilder safe, int c) {
        if (c == '"' || c == '\\') {
            safe.append('\\').append((char) c);
        } else if (isTricky(c)) {
            safe.append("\\u").append(Character.forDigit(c >> 12 & 15, 16));
            safe.append(Character.forDigit(c >> 8 & 15, 16));
            safe.append(Character.forDigit(c >> 4 & 15, 16));
            safe.append(Character.forDigit(c & 15, 16));
        } else {
            safe.appendCodePoint(c);
        }
    }

    private static boolean isTricky(int c) {
        return c < 0x20
                || c >= 0x7f && c <= 0x9f
                || c >= 0x200b && c <= 0x200f
                || c >= 0x2028 && c <= 0x202e
                || c >= 0x2060 && c <= 0x206f;
    }
}
