package bankroll.tools.console;

import bankroll.protocol.Rfc3339;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What a command found, as named values in order: printed as aligned text for people, or as one JSON object for
 * machines. A value is a text, a number, a yes or no, another summary, or a list of rows. Small: for results, never for
 * entries.
 */
public final class Summary {
    private static final JsonFactory JSON = new JsonFactory();

    private final Map<String, Object> values = new LinkedHashMap<>();

    /** Adds a text; null is left out. */
    public Summary put(String name, String value) {
        return add(name, value);
    }

    /** Adds a time in milliseconds since the epoch. */
    public Summary putTime(String name, long timeMs) {
        return add(name, Rfc3339.forPeople(timeMs));
    }

    /** Adds a number. */
    public Summary put(String name, long value) {
        return add(name, value);
    }

    /** Adds a number that has a fraction. */
    public Summary put(String name, double value) {
        return add(name, value);
    }

    /** Adds a yes or no. */
    public Summary put(String name, boolean value) {
        return add(name, value);
    }

    /** Adds a part with values of its own. */
    public Summary put(String name, Summary value) {
        return add(name, value.values);
    }

    /** Adds rows; all have the same columns. */
    public Summary put(String name, List<Summary> rows) {
        return add(name, rows.stream().map(row -> row.values).toList());
    }

    /** Adds all of another one. */
    public Summary putAll(Summary other) {
        values.putAll(other.values);
        return this;
    }

    /** One JSON object on one line. */
    public String toJson() {
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = JSON.createGenerator(text)) {
            write(generator, values);
        } catch (IOException e) {
            throw new IllegalStateException("writing to memory can't fail", e);
        }
        return text.toString();
    }

    /** Lines for people: names in one column, values in the next, rows as a table. */
    public String toText() {
        StringBuilder text = new StringBuilder();
        append(values, 0, text);
        return text.toString();
    }

    /** One of the texts; null when it isn't there. */
    public String text(String name) {
        return (String) values.get(name);
    }

    /** Writes rows as CSV (RFC 4180) behind a header line; all have the columns of this one. */
    static void writeCsv(Summary columns, List<Summary> rows, TextBuffer out) {
        line(columns.values.keySet(), out);
        rows.forEach(row -> line(row.values.values(), out));
    }

    private static void line(Collection<?> cells, TextBuffer out) {
        String separator = "";
        for (Object cell : cells) {
            out.ascii(separator);
            out.csv(cell.toString());
            separator = ",";
        }
        out.ascii("\r\n");
    }

    private Summary add(String name, Object value) {
        if (value != null) {
            values.put(name, value);
        }
        return this;
    }

    private static void write(JsonGenerator generator, Object value) throws IOException {
        if (value instanceof Map<?, ?> part) {
            generator.writeStartObject();
            for (Map.Entry<?, ?> entry : part.entrySet()) {
                generator.writeFieldName((String) entry.getKey());
                write(generator, entry.getValue());
            }
            generator.writeEndObject();
        } else if (value instanceof List<?> rows) {
            generator.writeStartArray();
            for (Object row : rows) {
                write(generator, row);
            }
            generator.writeEndArray();
        } else if (value instanceof Long number) {
            generator.writeNumber(number);
        } else if (value instanceof Double fraction) {
            generator.writeNumber(fraction);
        } else if (value instanceof Boolean flag) {
            generator.writeBoolean(flag);
        } else {
            generator.writeString(value.toString());
        }
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
        return Visible.line(value.toString());
    }
}
