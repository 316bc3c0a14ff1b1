package bankroll.tools.reconcile;

import bankroll.condition.ConditionException;
import bankroll.protocol.Amounts;
import bankroll.protocol.Outcome;
import bankroll.protocol.TransactionType;
import bankroll.tools.entry.Decimals;
import bankroll.tools.reconcile.RecordReader.BadLines.BadLine;
import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads records from CSV (RFC 4180) with a header line, or from JSON lines; nonsense is refused with the line and the reason. */
public final class RecordReader {
    /** Ours; the list may name them otherwise. */
    static final List<String> COLUMNS = List.of("transaction_id", "type", "amount", "currency", "player_id", "status");

    private static final String AMOUNT = "amount";
    private static final int MAX_ID = 128;
    private static final int MAX_CELL = 1 << 20;
    private static final Pattern WHERE = Pattern.compile("(?s)(.*) \\(record starting at line (\\d+)\\)");
    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private final Spelling spelling;
    private final Map<String, String> columns = new HashMap<>();
    private final Map<String, TransactionType> types;

    /**
     * How the list spells what we know under our own names.
     *
     * @param columns its names of our columns, where they are others
     * @param types its names of our types, where they are others; several with commas between
     * @param delimiter between the cells of CSV
     * @param decimals how it writes amounts
     */
    public record Spelling(Map<String, String> columns, Map<String, String> types, char delimiter, Decimals decimals) {
        /** Refuses what isn't ours. */
        public Spelling {
            requireOurs("--column", columns, COLUMNS);
            requireOurs("--type-name", types, List.of("debit", "credit", "rollback"));
        }

        private static void requireOurs(String option, Map<String, String> names, List<String> ours) {
            for (String name : names.keySet()) {
                if (!ours.contains(name)) {
                    throw ConditionException.misuse(option + " " + name + " is none of " + String.join(", ", ours));
                }
            }
        }

        private String name(String column) {
            return columns.getOrDefault(column, column);
        }

        private Map<String, TransactionType> typesByName() {
            Map<String, TransactionType> byName = new LinkedHashMap<>();
            for (TransactionType type :
                    List.of(TransactionType.DEBIT, TransactionType.CREDIT, TransactionType.ROLLBACK)) {
                for (String name :
                        types.getOrDefault(type.label(), type.label()).split(",")) {
                    if (byName.put(name, type) != null) {
                        throw ConditionException.misuse("--type-name: " + name + " can't be the name of two types");
                    }
                }
            }
            return byName;
        }
    }

    RecordReader(Spelling spelling) {
        this.spelling = spelling;
        types = spelling.typesByName();
        COLUMNS.forEach(column -> columns.put(spelling.name(column), column));
    }

    /** A quote that is never closed, or closed too early, ends the reading: what stands behind it can't be told. */
    void readCsv(Reader reader, BadLines bad, Consumer<PlatformRecord> taker) {
        Iterator<CsvRecord> lines = CsvReader.builder()
                .fieldSeparator(spelling.delimiter())
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
            String name = spelling.name(column);
            int place = header.indexOf(name);
            if (place != header.lastIndexOf(name)) {
                throw new BadLine(1, "the header has the column " + name + " twice");
            }
            if (place >= 0) {
                places.put(column, place);
            }
        }
        if (!places.containsKey("transaction_id")) {
            throw new BadLine(
                    1,
                    "the header has no column " + spelling.name("transaction_id") + ", only " + header
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
                                + spellingHint(text));
        };
    }

    private static String spellingHint(String text) {
        if (text.contains(",")) {
            return "; write a point before the decimals, and nothing between the thousands";
        }
        return text.contains(".") ? "; --decimals says how many digits are behind the point" : "";
    }

    private String minor(long line, String text, String currency) {
        try {
            return spelling.decimals().minor(currency, text);
        } catch (IllegalArgumentException e) {
            throw new BadLine(line, e.getMessage());
        }
    }

    /** The lines of a list that make no sense: all of them are told at once, so that the list is mended once. One thread. */
    static final class BadLines {
        private static final int MOST = 1_000;

        private final Path file;
        private final List<String> told = new ArrayList<>();
        private long count;

        /** A line that makes no sense, and why. */
        static final class BadLine extends RuntimeException {
            private static final long serialVersionUID = 1L;

            BadLine(long line, String reason) {
                super("line " + line + ": " + reason, null, false, false);
            }
        }

        BadLines(Path file) {
            this.file = file;
        }

        void add(BadLine bad) {
            count++;
            if (told.size() < MOST) {
                told.add(bad.getMessage());
            }
        }

        /** Refuses the list when there are any. */
        void requireNone() {
            if (count == 1) {
                throw ConditionException.misuse(file + " " + told.get(0));
            }
            if (count > 1) {
                String more = count > MOST ? "\n  and " + (count - MOST) + " more" : "";
                throw ConditionException.misuse(
                        file + " has " + count + " bad lines, mend them all:\n  " + String.join("\n  ", told) + more);
            }
        }
    }

    /**
     * One transaction as the platform has it; what its list leaves out is null.
     *
     * @param line where it stands, from 1
     * @param transactionId its id
     * @param type debit, credit or rollback
     * @param amount unsigned
     * @param currency its currency
     * @param playerId its player
     * @param status what it was answered
     */
    record PlatformRecord(
            long line,
            String transactionId,
            TransactionType type,
            Long amount,
            String currency,
            String playerId,
            Outcome status) {}
}
