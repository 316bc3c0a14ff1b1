package bankroll.tools.export;

import bankroll.tools.console.TextBuffer;
import bankroll.tools.console.TextBuffer.OutputFailure;
import bankroll.tools.entry.AccountCurrencies;
import bankroll.tools.entry.Item;
import bankroll.tools.export.Column.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.agrona.DirectBuffer;

/**
 * Bookings as CSV (RFC 4180, UTF-8, a header line). Amounts are quoted. A text that a spreadsheet would take for a
 * formula gets an apostrophe before it, unless raw text is asked for: see {@link TextBuffer#csv}.
 */
final class CsvFile implements BookingFile {
    private final TextBuffer out;
    private final Column[] columns;
    private final Row row;
    private final boolean isGuarding;
    private long guardedCells;

    /** @param isGuarding whether a spreadsheet must take every text for one */
    CsvFile(Path path, List<Column> columns, AccountCurrencies accounts, boolean isGuarding) throws IOException {
        row = new Row(accounts);
        out = new TextBuffer(Files.newOutputStream(path, StandardOpenOption.CREATE_NEW));
        this.columns = columns.toArray(Column[]::new);
        this.isGuarding = isGuarding;
        for (int i = 0; i < this.columns.length; i++) {
            separate(i).ascii(this.columns[i].label());
        }
        out.ascii("\r\n");
    }

    @Override
    public void add(Item item) throws IOException {
        row.of(item);
        try {
            line();
        } catch (OutputFailure e) {
            throw e.getCause();
        }
    }

    private void line() {
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
    public void close() throws IOException {
        try {
            out.close();
        } catch (OutputFailure e) {
            throw e.getCause();
        }
    }

    private void cell(Column column) {
        switch (column.kind()) {
            case NUMBER -> out.number(row.number(column));
            case TIME -> out.time(row.number(column));
            case AMOUNT -> amount(row.text(column));
            default -> text(row.text(column));
        }
    }

    private void amount(DirectBuffer digits) {
        if (digits != null) {
            out.put('"').bytes(digits, 0, digits.capacity()).put('"');
        }
    }

    private void text(DirectBuffer text) {
        if (text != null && out.csv(text, isGuarding)) {
            guardedCells++;
        }
    }

    private TextBuffer separate(int column) {
        return column == 0 ? out : out.put(',');
    }
}
