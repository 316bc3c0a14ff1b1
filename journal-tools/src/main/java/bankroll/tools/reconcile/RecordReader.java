package bankroll.tools.reconcile;

import bankroll.protocol.Amounts;
import bankroll.protocol.Outcome;
import bankroll.protocol.TransactionType;
import bankroll.tools.entry.Decimals;
import bankroll.tools.reconcile.BadLines.BadLine;
import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads records from CSV (RFC 4180) with a header line, or from JSON lines; nonsense is refused with the line and the reason. */
final class RecordReader {
    /** Ours; the list may name them otherwise. */
    static final List<String> COLUMNS = List.of("transaction_id", "type", "amount", "currency", "player_id", "status");

    private static final String AMOUNT = "amount";
    private static final int MAX_ID = 128;
    private static final int MAX_CELL = 1 << 20;
    private static final Pattern WHERE = Pattern.compile("(?s)(.*) \\(record starting at line (\\d+)\\)");
    private static final JsonFactory JSON = new JsonFactory();

    private final UnaryOperator<String> names;
    private final Map<String, String> columns = new HashMap<>();
    private final Map<String, TransactionType> types;
    private final char delimiter;
    private final Decimals decimals;

    /**
     * Prepares.
     *
     * @param names the list's own names of our columns
     * @param types by the list's names of them
     * @param delimiter between the cells of CSV
     * @param decimals how the list writes amounts
     */
    RecordReader(UnaryOperator<String> names, Map<String, TransactionType> types, char delimiter, Decimals decimals) {
        this.names = names;
        this.types = types;
        this.delimiter = delimiter;
        this.decimals = decimals;
        COLUMNS.forEach(column -> columns.put(names.apply(column), column));
    }

    /** A quote that is never closed, or closed too early, ends the reading: what stands behind it can't be told. */
    void readCsv(Reader reader, BadLines bad, Consumer<PlatformRecord> taker) {
        Iterator<CsvRecord> lines = CsvReader.builder()
                .fieldSeparator(delimiter)
                .allowUnclosedQuote(false)
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                .maxBufferSize(MAX_CELL)
                .ofCsvRecord(reader)
                .iterator();
        try {
            List<String> header = lines.hasNext() ? lines.next().getFields() : List.of();
            Map<String, Integer> places = places(header);
            while (lines.hasNext()) {
                CsvRecord line = lines.next();
                try {
                    taker.accept(record(line.getStartingLineNumber(), texts(line, header.size(), places)));
                } catch (BadLine e) {
                    bad.add(e);
                }
            }
        } catch (CsvParseException e) {
            Matcher where = WHERE.matcher(e.getMessage());
            throw where.matches() ? new BadLine(Long.parseLong(where.group(2)), where.group(1)) : e;
        }
    }

    private static Map<String, String> texts(CsvRecord line, int columns, Map<String, Integer> places) {
        if (line.getFieldCount() != columns) {
            throw new BadLine(
                    line.getStartingLineNumber(), line.getFieldCount() + " cells, but the header has " + columns);
        }
        Map<String, String> texts = new HashMap<>();
        places.forEach((column, place) -> {
            String text = line.getField(place);
            texts.put(column, text.isEmpty() ? null : text);
        });
        return texts;
    }

    private Map<String, Integer> places(List<String> header) {
        Map<String, Integer> places = new HashMap<>();
        for (String column : COLUMNS) {
            int place = header.indexOf(names.apply(column));
            if (place >= 0) {
                places.put(column, place);
            }
        }
        if (!places.containsKey("transaction_id")) {
            throw new BadLine(
                    1,
                    "the header has no column " + names.apply("transaction_id") + ", only " + header
                            + "; --column transaction_id=NAME tells which it is");
        }
        return places;
    }

    /** One object a line. */
    void readJson(BufferedReader reader, BadLines bad, Consumer<PlatformRecord> taker) throws IOException {
        long line = 0;
        for (String text = reader.readLine(); text != null; text = reader.readLine()) {
            line++;
            if (!text.isBlank()) {
                try {
                    taker.accept(record(line, texts(line, text)));
                } catch (BadLine e) {
                    bad.add(e);
                }
            }
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

    private static String scalar(long line, String column, JsonToken value, JsonParser parser) throws IOException {
        if (value == JsonToken.VALUE_NUMBER_FLOAT && column.equals(AMOUNT)) {
            return parser.getText();
        }
        return switch (value) {
            case VALUE_STRING -> parser.getText().isEmpty() ? null : parser.getText();
            case VALUE_NUMBER_INT -> parser.getText();
            case VALUE_NULL -> null;
            default -> throw new BadLine(line, column + " is neither a string nor an integer");
        };
    }

    private PlatformRecord record(long line, Map<String, String> texts) {
        String id = texts.get("transaction_id");
        if (id == null) {
            throw new BadLine(line, "transaction_id is missing");
        }
        if (id.codePointCount(0, id.length()) > MAX_ID) {
            throw new BadLine(line, "transaction_id has more than " + MAX_ID + " characters");
        }
        return new PlatformRecord(
                line,
                id,
                type(line, texts.get("type")),
                amount(line, texts.get(AMOUNT), texts.get("currency")),
                texts.get("currency"),
                texts.get("player_id"),
                status(line, texts.get("status")));
    }

    private TransactionType type(long line, String word) {
        if (word == null) {
            return null;
        }
        TransactionType type = types.get(word);
        if (type == null) {
            throw new BadLine(line, "type \"" + word + "\" is none of " + String.join(", ", types.keySet()));
        }
        return type;
    }

    private Outcome status(long line, String word) {
        if (word == null) {
            return null;
        }
        for (Outcome outcome : Outcome.values()) {
            if (outcome.code() <= Outcome.RETRY.code() && outcome.label().equals(word)) {
                return outcome;
            }
        }
        throw new BadLine(line, "status \"" + word + "\" is none of the contract's");
    }

    private Long amount(long line, String text, String currency) {
        if (text == null) {
            return null;
        }
        byte[] bytes = minor(line, text, currency).getBytes(StandardCharsets.UTF_8);
        return switch (Amounts.classify(bytes, 0, bytes.length)) {
            case Amounts.NOT_NEGATIVE -> Amounts.magnitude(bytes, 0, bytes.length);
            case Amounts.NEGATIVE -> throw new BadLine(line, "amount \"" + text + "\" is below zero");
            default ->
                throw new BadLine(
                        line,
                        "amount \"" + text + "\" is not an integer of 1 to 19 digits in minor units"
                                + (text.contains(".") ? "; --decimals says how many digits are behind the point" : ""));
        };
    }

    private String minor(long line, String text, String currency) {
        try {
            return decimals.minor(currency, text);
        } catch (IllegalArgumentException e) {
            throw new BadLine(line, e.getMessage());
        }
    }
}
