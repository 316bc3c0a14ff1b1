package bankroll.tools.export;

import bankroll.tools.entry.AccountCurrencies;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** What an export is written as. */
public enum ExportFormat {
    /** Text, with an apostrophe before what a spreadsheet would take for a formula. */
    CSV("csv", (path, columns, accounts) -> new CsvFile(path, columns, accounts, true)),
    /** Text, every value as it is. */
    RAW_CSV("csv", (path, columns, accounts) -> new CsvFile(path, columns, accounts, false)),
    /** Columns, compressed. */
    PARQUET("parquet", ParquetFile::new);

    private final String ending;
    private final Start start;

    private interface Start {
        BookingFile file(Path path, List<Column> columns, AccountCurrencies accounts) throws IOException;
    }

    ExportFormat(String ending, Start start) {
        this.ending = ending;
        this.start = start;
    }

    /** Starts a file, which must not be there yet. */
    BookingFile create(Path path, List<Column> columns, AccountCurrencies accounts) throws IOException {
        return start.file(path, columns, accounts);
    }

    /** The file name's ending, without a dot. */
    public String ending() {
        return ending;
    }
}
