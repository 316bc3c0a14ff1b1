package bankroll.tools.console;

import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Texts from outside as a person's terminal may get them. What plays tricks with one (controls, also those of C1, and marks that
 * nobody sees or that turn the writing direction) is written as JSON escapes it.
 */
public final class Visible {
    private Visible() {}

    /** One line. */
    public static String line(String text) {
        return text.codePoints().anyMatch(Visible::isTricky) ? escaped(text) : text;
    }

    /** Several lines. */
    public static String lines(String text) {
        return text.lines().map(Visible::line).collect(Collectors.joining("\n"));
    }

    private static String escaped(String text) {
        StringBuilder safe = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(c -> append(c, safe));
        return safe.toString();
    }

    static void append(int c, StringBuilder safe) {
        if (isTricky(c)) {
            safe.append(String.format(Locale.ROOT, "\\u%04x", c));
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
