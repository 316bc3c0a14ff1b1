package bankroll.tools.console;

import java.nio.charset.StandardCharsets;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Cells of CSV (RFC 4180). Stateless. */
public final class CsvText {
    private CsvText() {}

    /**
     * Writes one cell, in quotes where it needs them.
     *
     * @param isGuarding whether what a spreadsheet would take for a formula (it starts with = + - @ or a tab) gets an
     *     apostrophe before it
     * @return whether it got one
     */
    public static boolean cell(TextBuffer out, DirectBuffer text, boolean isGuarding) {
        int length = text.capacity();
        boolean isGuarded = isGuarding && length > 0 && isFormula(text.getByte(0));
        if (!isGuarded && isPlain(text)) {
            out.bytes(text, 0, length);
            return false;
        }
        out.put('"');
        if (isGuarded) {
            out.put('\'');
        }
        for (int i = 0; i < length; i++) {
            int c = text.getByte(i);
            if (c == '"') {
                out.put('"');
            }
            out.put(c);
        }
        out.put('"');
        return isGuarded;
    }

    /** As {@link #cell(TextBuffer, DirectBuffer, boolean)}; a number is no formula, whatever its sign. */
    static void cell(TextBuffer out, String text) {
        UnsafeBuffer bytes = new UnsafeBuffer(text.getBytes(StandardCharsets.UTF_8));
        cell(out, bytes, !text.matches("-?[0-9]+(\\.[0-9]+)?"));
    }

    private static boolean isPlain(DirectBuffer text) {
        for (int i = 0; i < text.capacity(); i++) {
            int c = text.getByte(i);
            if (c == '"' || c == ',' || c == '\n' || c == '\r' || c == ' ') {
                return false;
            }
        }
        return text.capacity() > 0;
    }

    private static boolean isFormula(int c) {
        return c == '=' || c == '+' || c == '-' || c == '@' || c == '\t' || c == '\r';
    }
}
