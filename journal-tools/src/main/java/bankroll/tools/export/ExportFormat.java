package bankroll.tools.export;

/** What an export is written as. */
public enum ExportFormat {
    /** Text, with an apostrophe before what a spreadsheet would take for a formula. */
    CSV(CsvFile.format(true)),
    /** Text, every value as it is. */
    RAW_CSV(CsvFile.format(false)),
    /** Columns, compressed. */
    PARQUET(ParquetFile.format());

    private final BookingFile.Format files;

    ExportFormat(BookingFile.Format files) {
        this.files = files;
    }

    BookingFile.Format files() {
        return files;
    }

    /** The file name's ending. */
    public String ending() {
        return files.ending();
    }
}
