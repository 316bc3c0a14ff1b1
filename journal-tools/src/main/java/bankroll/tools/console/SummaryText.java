package bankroll.tools.console;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Lays named values out for people: names in one column, values in the next, rows as a table. */
final class SummaryText {
    private SummaryText() {}

    static String of(Map<String, Object> values) {
        StringBuilder text = new StringBuilder();
        append(values, 0, text);
        return text.toString();
    }

    private static void append(Map<?, ?> values, int indent, StringBuilder text) {
        int width = values.entrySet().stream()
                .filter(entry -> isSimple(entry.getValue()))
                .mapToInt(entry -> ((String) entry.getKey()).length())
                .max()
                .orElse(0);
        for (Map.Entry<?, ?> entry : values.entrySet()) {
            append((String) entry.getKey(), entry.getValue(), indent, width, text);
        }
    }

    private static void append(String name, Object value, int indent, int width, StringBuilder text) {
        text.append(" ".repeat(indent)).append(name.replace('_', ' '));
        if (value instanceof Map<?, ?> part) {
            text.append('\n');
            append(part, indent + 2, text);
        } else if (value instanceof List<?> rows && !rows.isEmpty()) {
            appendRows(rows, indent + 2, text);
        } else {
            text.append(" ".repeat(width - name.length() + 2))
                    .append(word(name, value))
                    .append('\n');
        }
    }

    private static void appendRows(List<?> rows, int indent, StringBuilder text) {
        text.append('\n');
        List<String> names = ((Map<?, ?>) rows.get(0))
                .keySet().stream().map(String.class::cast).toList();
        List<List<String>> table = new ArrayList<>();
        table.add(names.stream().map(name -> name.replace('_', ' ')).toList());
        for (Object row : rows) {
            Map<?, ?> values = (Map<?, ?>) row;
            table.add(names.stream().map(name -> word(name, values.get(name))).toList());
        }
        appendTable(table, indent, text);
    }

    /** The first line is the header; a column of numbers is set to the right, with its name. */
    private static void appendTable(List<List<String>> table, int indent, StringBuilder text) {
        int columns = table.get(0).size();
        int[] widths = new int[columns];
        boolean[] areRight = new boolean[columns];
        for (int i = 0; i < columns; i++) {
            int column = i;
            widths[i] = table.stream()
                    .mapToInt(line -> line.get(column).length())
                    .max()
                    .orElse(0);
            areRight[i] = table.stream().skip(1).allMatch(line -> isNumber(line.get(column)));
        }
        for (List<String> line : table) {
            text.append(" ".repeat(indent));
            for (int i = 0; i < columns; i++) {
                appendCell(line.get(i), widths[i], areRight[i], i == columns - 1, text);
            }
        }
    }

    private static void appendCell(String word, int width, boolean isRight, boolean isLast, StringBuilder text) {
        String padding = " ".repeat(width - word.length());
        text.append(isRight ? padding + word : word);
        text.append(isLast ? "\n" : (isRight ? "" : padding) + "  ");
    }

    /** Numbers that are names are copied and searched for: nothing is put between their digits. */
    private static boolean isCount(String name) {
        return !name.contains("sequence") && !name.contains("version");
    }

    private static boolean isSimple(Object value) {
        return !(value instanceof Map) && !(value instanceof List<?> rows && !rows.isEmpty());
    }

    private static boolean isNumber(String word) {
        return word.matches("-?[0-9][0-9,.]*");
    }

    /** Three that matter, or all before the point. */
    private static int digits(double size) {
        return size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
    }

    private static String word(String name, Object value) {
        if (value == null) {
            return "-";
        }
        if (value instanceof Long number && isCount(name)) {
            return String.format(Locale.ROOT, "%,d", number);
        }
        if (value instanceof Double fraction) {
            return String.format(Locale.ROOT, "%,." + digits(Math.abs(fraction)) + "f", fraction);
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
