package bankroll.tools.console;

import java.util.ArrayList;
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
        } else if (value instanceof List<?> rows && !rows.isEmpty()) {
            appendRows(rows, indent + 2, text);
        } else {
            text.append(" ".repeat(width - name.length() + 2)).append(word(name, value)).append('\n');
        }
    }

    private static void appendRows(final List<?> rows, final int indent, final StringBuilder text) {
        text.append('\n');
        final List<String> names =
                List.copyOf(((Summary) rows.get(0)).values().keySet());
        final List<List<String>> table = new ArrayList<>();
        table.add(names.stream().map(name -> name.replace('_', ' ')).toList());
        for (final Object row : rows) {
            final Map<String, Object> values = ((Summary) row).values();
            table.add(names.stream().map(name -> word(name, values.get(name))).toList());
        }
        appendTable(table, indent, text);
    }

    /** The first line is the header; a column of numbers is set to the right, with its name. */
    private static void appendTable(final List<List<String>> table, final int indent, final StringBuilder text) {
        final int columns = table.get(0).size();
        final int[] widths = new int[columns];
        final boolean[] areRight = new boolean[columns];
        for (int i = 0; i < columns; i++) {
            final int column = i;
            widths[i] = table.stream().mapToInt(line -> line.get(column).length()).max().orElse(0);
            areRight[i] = table.stream().skip(1).allMatch(line -> isNumber(line.get(column)));
        }
        for (final List<String> line : table) {
            text.append(" ".repeat(indent));
            for (int i = 0; i < columns; i++) {
                appendCell(line.get(i), widths[i], areRight[i], i == columns - 1, text);
            }
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
        return !(value instanceof Summary) && !(value instanceof List<?> rows && !rows.isEmpty());
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
        if (value instanceof List<?>) {
            return "none";
        }
        if (value instanceof Boolean flag) {
            return flag ? "yes" : "no";
        }
        return value.toString();
    }
}
