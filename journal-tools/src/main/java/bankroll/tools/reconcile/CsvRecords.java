package bankroll.tools.reconcile;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Reads CSV (RFC 4180) with a header line. One use. */
final class CsvRecords {
    private static final int MAX_CELL = 1 << 20;

    private final RecordReader records;
    private final UnaryOperator<String> names;
    private final char delimiter;
    private final StringBuilder cell = new StringBuilder();
    private final List<String> cells = new ArrayList<>();
    private long line = 1;
    private long lastLine;
    private boolean isAtEnd;

    CsvRecords(Path file, UnaryOperator<String> names, char delimiter) {
        records = new RecordReader(file);
        this.names = names;
        this.delimiter = delimiter;
    }

    void read(Reader reader, Consumer<PlatformRecord> taker) throws IOException {
        readLine(reader);
        Map<String, Integer> places = places(List.copyOf(cells));
        int columns = cells.size();
        while (!isAtEnd) {
            readLine(reader);
            if (cells.size() == 1 && cells.get(0).isEmpty()) {
                continue;
            }
            if (cells.size() != columns) {
                throw records.nonsense(lastLine, cells.size() + " cells, but the header has " + columns);
            }
            Map<String, String> texts = new HashMap<>();
            places.forEach((column, place) -> {
                String text = cells.get(place);
                texts.put(column, text.isEmpty() ? null : text);
            });
            taker.accept(records.read(lastLine, texts));
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
            throw records.nonsense(
                    1,
                    "the header has no column " + names.apply("transaction_id") + ", only " + header
                            + "; --column transaction_id=NAME tells which it is");
        }
        return places;
    }

    private void readLine(Reader reader) throws IOException {
        cells.clear();
        lastLine = line;
        while (true) {
            int end = readCell(reader);
            cells.add(cell.toString());
            if (end != delimiter) {
                line++;
                isAtEnd = end < 0;
                return;
            }
        }
    }

    /** Reads one cell and tells what ended it: the delimiter, a line feed, or the end of the file (-1). */
    private int readCell(Reader reader) throws IOException {
        cell.setLength(0);
        int c = reader.read();
        if (c == '"') {
            readQuoted(reader);
            c = reader.read();
            if (c >= 0 && c != delimiter && c != '\r' && c != '\n') {
                throw records.nonsense(lastLine, "there is something after a closing quote");
            }
        }
        while (c >= 0 && c != delimiter && c != '\n') {
            if (c != '\r') {
                append(c);
            }
            c = reader.read();
        }
        return c;
    }

    private void readQuoted(Reader reader) throws IOException {
        while (true) {
            int c = reader.read();
            if (c < 0) {
                throw records.nonsense(lastLine, "a quote is never closed");
            }
            if (c == '"') {
                reader.mark(1);
                if (reader.read() != '"') {
                    reader.reset();
                    return;
                }
            }
            if (c == '\n') {
                line++;
            }
            append(c);
        }
    }

    private void append(int c) {
        if (cell.length() >= MAX_CELL) {
            throw records.nonsense(lastLine, "a cell has more than " + MAX_CELL + " characters: a quote left open?");
        }
        cell.append((char) c);
    }
}
