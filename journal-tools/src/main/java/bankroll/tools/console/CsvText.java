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
    public static boolean cell(TextBuffer out, DirectBuffer source, int start, int length, boolean isGuarding) {
        int end = start + length;
        boolean isGuarded = isGuarding && length > 0 && isFormula(source.getByte(start));
        if (!isGuarded && isPlain(source, start, end)) {
            out.bytes(source, start, length);
            return false;
        }
        out.put('"');
        if (isGuarded) {
            out.put('\'');
        }
        for (int i = start; i < end; i++) {
            int c = source.getByte(i);
            if (c == '"') {
                out.put('"');
            }
            out.put(c);
        }
        out.put('"');
        return isGuarded;
    }

    /** As {@link #cell(TextBuffer, DirectBuffer, int, int, boolean)}; a number is no formula, whatever its sign. */
    static void cell(TextBuffer out, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        cell(out, new UnsafeBuffer(bytes), 0, bytes.length, !text.matches("-?[0-9]+(\\.[0-9]+)?"));
    }

    private static boolean isPlain(DirectBuffer source, int start, int end) {
        for (int i = start; i < end; i++) {
            int c = source.getByte(i);
            if (c == '"' || c == ',' || c == '\n' || c == '\r' || c == ' ') {
                return false;
            }
        }
        return start < end;
    }

    private static boolean isFormula(int c) {
        return c == '=' || c == '+' || c == '-' || c == '@' || c == '\t' || c == '\r';
    }
}
