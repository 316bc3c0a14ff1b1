package bankroll.tools.console;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
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

    /** Adds a number. */
    public Summary put(String name, long value) {
        return add(name, value);
    }

    /** Adds a yes or no. */
    public Summary put(String name, boolean value) {
        return add(name, value);
    }

    /** Adds a part with values of its own. */
    public Summary put(String name, Summary value) {
        return add(name, value);
    }

    /** Adds rows; all have the same columns. */
    public Summary put(String name, List<Summary> rows) {
        return add(name, List.copyOf(rows));
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
            write(generator);
        } catch (IOException e) {
            throw new IllegalStateException("writing to memory can't fail", e);
        }
        return text.toString();
    }

    /** Lines for people. */
    public String toText() {
        StringBuilder text = new StringBuilder();
        SummaryText.append(values, 0, text);
        return text.toString();
    }

    Map<String, Object> values() {
        return values;
    }

    private Summary add(String name, Object value) {
        if (value != null) {
            values.put(name, value);
        }
        return this;
    }

    private void write(JsonGenerator generator) throws IOException {
        generator.writeStartObject();
        for (Map.Entry<String, Object> entry : values.entrySet()) {
            generator.writeFieldName(entry.getKey());
            write(generator, entry.getValue());
        }
        generator.writeEndObject();
    }

    private static void write(JsonGenerator generator, Object value) throws IOException {
        if (value instanceof Summary part) {
            part.write(generator);
        } else if (value instanceof List<?> rows) {
            generator.writeStartArray();
            for (Object row : rows) {
                write(generator, row);
            }
            generator.writeEndArray();
        } else if (value instanceof Long number) {
            generator.writeNumber(number);
        } else if (value instanceof Boolean flag) {
            generator.writeBoolean(flag);
        } else {
            generator.writeString(value.toString());
        }
    }
}
