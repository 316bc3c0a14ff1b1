package bankroll.tools.export;

import bankroll.tools.console.TextBuffer;
import bankroll.tools.entry.Item;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.agrona.DirectBuffer;

/**
 * Bookings as CSV (RFC 4180, UTF-8, a header line). Amounts are quoted. A text that a spreadsheet would take for a
 * formula (it starts with = + - @ or a tab) gets an apostrophe before it, unless raw text is asked for.
 */
final class CsvFile implements BookingFile {
    private final TextBuffer out;
    private final Column[] columns;
    private final Row row = new Row();
    private final boolean isGuarding;
    private long guardedCells;

    /** @param isGuarding whether a spreadsheet must take every text for one */
    CsvFile(Path path, List<Column> columns, boolean isGuarding) throws IOException {
        out = new TextBuffer(Files.newOutputStream(path, StandardOpenOption.CREATE_NEW));
        this.columns = columns.toArray(Column[]::new);
        this.isGuarding = isGuarding;
        for (int i = 0; i < this.columns.length; i++) {
            separate(i).ascii(this.columns[i].label());
        }
        out.ascii("\r\n");
    }

    @Override
    public void add(Item item) {
        row.of(item);
        for (int i = 0; i < columns.length; i++) {
            separate(i);
            cell(columns[i]);
        }
        out.ascii("\r\n");
    }

    @Override
    public long guardedCells() {
        return guardedCells;
    }

    @Override
    public void close() {
        out.close();
    }

    private void cell(Column column) {
        switch (column.kind()) {
            case NUMBER -> out.number(row.number(column));
            case TIME -> out.time(row.number(column));
            case AMOUNT -> {
                if (row.text(column)) {
                    out.put('"').bytes(row.source(), row.offset(), row.length()).put('"');
                }
            }
            default -> {
                if (row.text(column)) {
                    text();
                }
            }
        }
    }

    private void text() {
        DirectBuffer source = row.source();
        int start = row.offset();
        int end = start + row.length();
        boolean isGuarded = isGuarding && start < end && isFormula(source.getByte(start));
        if (!isGuarded && isPlain(source, start, end)) {
            out.bytes(source, start, end - start);
            return;
        }
        out.put('"');
        if (isGuarded) {
            guardedCells++;
            out.put('\'');
        }
        for (int i = start; i < end; i++) {
            int c = source.getByte(i);
            if (c == '"') {
                out.put('"');
            }
            out.put(c);
        }
        out.put('"');
    }

    private static boolean isPlain(DirectBuffer source, int start, int end) {
        for (int i = start; i < end; i++) {
            int c = source.getByte(i);
            if (c == '"' || c == ',' || c == '\n' || c == '\r' || c == ' ') {
                return false;
            }
        }
        return start < end;
    }

    private static boolean isFormula(int c) {
        return c == '=' || c == '+' || c == '-' || c == '@' || c == '\t' || c == '\r';
    }

    private TextBuffer separate(int column) {
        return column == 0 ? out : out.put(',');
    }
}
