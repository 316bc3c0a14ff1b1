package bankroll.tools.reconcile;

import bankroll.tools.reconcile.BadLines.BadLine;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.Reader;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads CSV (RFC 4180) with a header line. One use. */
final class CsvRecords {
    private static final int MAX_CELL = 1 << 20;
    private static final Pattern WHERE = Pattern.compile("(?s)(.*) \\(record starting at line (\\d+)\\)");

    private final RecordReader records;
    private final UnaryOperator<String> names;
    private final char delimiter;
    private final BadLines bad;

    /** @param names the list's own names of our columns */
    CsvRecords(RecordReader records, UnaryOperator<String> names, char delimiter, BadLines bad) {
        this.records = records;
        this.names = names;
        this.delimiter = delimiter;
        this.bad = bad;
    }

    /** A quote that is never closed, or closed too early, ends the reading: what stands behind it can't be told. */
    void read(Reader reader, Consumer<PlatformRecord> taker) {
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
                take(lines.next(), header.size(), places, taker);
            }
        } catch (CsvParseException e) {
            Matcher where = WHERE.matcher(e.getMessage());
            throw where.matches() ? new BadLine(Long.parseLong(where.group(2)), where.group(1)) : e;
        }
    }

    private void take(CsvRecord line, int columns, Map<String, Integer> places, Consumer<PlatformRecord> taker) {
        long number = line.getStartingLineNumber();
        if (line.getFieldCount() != columns) {
            bad.add(new BadLine(number, line.getFieldCount() + " cells, but the header has " + columns));
            return;
        }
        Map<String, String> texts = new HashMap<>();
        places.forEach((column, place) -> {
            String text = line.getField(place);
            texts.put(column, text.isEmpty() ? null : text);
        });
        try {
            taker.accept(records.read(number, texts));
        } catch (BadLine e) {
            bad.add(e);
        }
    }

    private Map<String, Integer> places(List<String> header) {
        Map<String, Integer> places = new HashMap<>();
        for (String column : RecordReader.COLUMNS) {
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
}
