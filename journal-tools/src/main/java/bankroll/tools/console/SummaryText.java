package bankroll.tools.console;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Lays a {@link Summary} out for people: names in one column, values in the next, rows as a table. */
final class SummaryText {
    private SummaryText() {}

    static void append(final Map<String, Object> values, final int indent, final StringBuilder text) {
        final int width = values.entrySet().stream()
                .filter(entry -> isSimple(entry.getValue()))
                .mapToInt(entry -> entry.getKey().length())
                .max()
                .orElse(0);
        for (final Map.Entry<String, Object> entry : values.entrySet()) {
            append(entry.getKey(), entry.getValue(), indent, width, text);
        }
    }

    private static void append(
            final String name, final Object value, final int indent, final int width, final StringBuilder text) {
        text.append(" ".repeat(indent)).append(name.replace('_', ' '));
        if (value instanceof Summary part) {
            text.append('\n');
            append(part.values(), indent + 2, text);
        } else if (value instanceof List<?> rows) {
            appendRows(rows, indent + 2, text);
        } else {
            text.append(" ".repeat(width - name.length() + 2)).append(word(name, value)).append('\n');
        }
    }

    private static void appendRows(final List<?> rows, final int indent, final StringBuilder text) {
        if (rows.isEmpty()) {
            text.append("  none\n");
            return;
        }
        text.append('\n');
        final List<Map<String, Object>> lines =
                rows.stream().map(row -> ((Summary) row).values()).toList();
        final List<String> names = List.copyOf(lines.get(0).keySet());
        final int[] widths = names.stream().mapToInt(String::length).toArray();
        for (final Map<String, Object> line : lines) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], word(names.get(i), line.get(names.get(i))).length());
            }
        }
        appendHeader(names, widths, indent, text);
        lines.forEach(line -> appendRow(line, names, widths, indent, text));
    }

    private static void appendHeader(
            final List<String> names, final int[] widths, final int indent, final StringBuilder text) {
        text.append(" ".repeat(indent));
        for (int i = 0; i < widths.length; i++) {
            appendCell(names.get(i).replace('_', ' '), widths[i], false, i == widths.length - 1, text);
        }
    }

    private static void appendRow(
            final Map<String, Object> line,
            final List<String> names,
            final int[] widths,
            final int indent,
            final StringBuilder text) {
        text.append(" ".repeat(indent));
        for (int i = 0; i < widths.length; i++) {
            final String word = word(names.get(i), line.get(names.get(i)));
            appendCell(word, widths[i], isNumber(word), i == widths.length - 1, text);
        }
    }

    private static void appendCell(
            final String word, final int width, final boolean isRight, final boolean isLast, final StringBuilder text) {
        final String padding = " ".repeat(width - word.length());
        text.append(isRight ? padding + word : word);
        text.append(isLast ? "\n" : (isRight ? "" : padding) + "  ");
    }

    /** Numbers that are names are copied and searched for: nothing is put between their digits. */
    private static boolean isCount(final String name) {
        return !name.contains("sequence") && !name.contains("version");
    }

    private static boolean isSimple(final Object value) {
        return !(value instanceof Summary) && !(value instanceof List<?>);
    }

    private static boolean isNumber(final String word) {
        return word.matches("-?[0-9][0-9,.]*");
    }

    private static String word(final String name, final Object value) {
        if (value == null) {
            return "-";
        }
        if (value instanceof Long number && isCount(name)) {
            return String.format(Locale.ROOT, "%,d", number);
        }
        if (value instanceof Boolean flag) {
            return flag ? "yes" : "no";
        }
        return value.toString();
    }
}
