package bankroll.tools.reconcile;

import bankroll.tools.reconcile.BadLines.BadLine;
import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Reads JSON lines: one object a line. One use. */
final class JsonRecords {
    private static final JsonFactory JSON = new JsonFactory();

    private final RecordReader records;
    private final BadLines bad;
    private final Map<String, String> columns = new HashMap<>();

    JsonRecords(RecordReader records, UnaryOperator<String> names, BadLines bad) {
        this.records = records;
        this.bad = bad;
        RecordReader.COLUMNS.forEach(column -> columns.put(names.apply(column), column));
    }

    void read(BufferedReader reader, Consumer<PlatformRecord> taker) throws IOException {
        long line = 0;
        for (String text = reader.readLine(); text != null; text = reader.readLine()) {
            line++;
            if (!text.isBlank()) {
                take(line, text, taker);
            }
        }
    }

    private void take(long line, String text, Consumer<PlatformRecord> taker) throws IOException {
        try {
            taker.accept(records.read(line, texts(line, text)));
        } catch (BadLine e) {
            bad.add(e);
        }
    }

    private Map<String, String> texts(long line, String text) throws IOException {
        Map<String, String> texts = new HashMap<>();
        try (JsonParser parser = JSON.createParser(text)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new BadLine(line, "no JSON object");
            }
            while (parser.nextToken() != JsonToken.END_OBJECT) {
                String column = columns.get(parser.currentName());
                JsonToken value = parser.nextToken();
                if (column == null) {
                    parser.skipChildren();
                } else {
                    texts.put(column, scalar(line, column, value, parser));
                }
            }
            if (parser.nextToken() != null) {
                throw new BadLine(line, "there is something after the JSON object");
            }
            return texts;
        } catch (JacksonException e) {
            throw new BadLine(line, "no good JSON: " + e.getOriginalMessage());
        }
    }

    private String scalar(long line, String column, JsonToken value, JsonParser parser) throws IOException {
        if (value == JsonToken.VALUE_NUMBER_FLOAT && column.equals(RecordReader.AMOUNT)) {
            return parser.getText();
        }
        return switch (value) {
            case VALUE_STRING -> parser.getText().isEmpty() ? null : parser.getText();
            case VALUE_NUMBER_INT -> parser.getText();
            case VALUE_NULL -> null;
            default -> throw new BadLine(line, column + " is neither a string nor an integer");
        };
    }
}
