package bankroll.tools.console;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
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
        return add(name, Instant.ofEpochMilli(timeMs).toString());
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

    /** Lines for people. */
    public String toText() {
        return SummaryText.of(values);
    }

    /** One of the texts; null when it isn't there. */
    public String text(String name) {
        return (String) values.get(name);
    }

    /** Writes rows as CSV (RFC 4180) with a header line; all have the same columns. Nothing when there are none. */
    static void writeCsv(List<Summary> rows, TextBuffer out) {
        for (int i = 0; i < rows.size(); i++) {
            if (i == 0) {
                line(rows.get(0).values.keySet(), out);
            }
            line(rows.get(i).values.values(), out);
        }
    }

    private static void line(Collection<?> cells, TextBuffer out) {
        String separator = "";
        for (Object cell : cells) {
            out.ascii(separator);
            CsvText.cell(out, cell.toString());
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
}
