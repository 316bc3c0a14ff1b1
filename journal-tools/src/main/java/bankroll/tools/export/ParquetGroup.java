package bankroll.tools.export;

import java.io.IOException;
import java.util.List;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnWriteStore;
import org.apache.parquet.column.ColumnWriter;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.hadoop.ColumnChunkPageWriteStore;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;

/** One row group of a Parquet file, kept in memory until it is written. One thread. */
final class ParquetGroup implements AutoCloseable {
    /** A reader needs this many bytes of memory at a time, here and there. */
    static final long MOST_BYTES = 64L << 20;

    private static final int ROWS_BETWEEN_LOOKS = 1_000;

    /** In a schema without nesting nothing repeats, and a value that may be absent is defined at level 1. */
    private static final int NO_REPETITION = 0;

    private static final int PRESENT = 1;
    private static final int ABSENT = 0;
    private static final int REQUIRED = 0;

    private final ColumnChunkPageWriteStore pages;
    private final ColumnWriteStore store;
    private final ColumnWriter[] cells;
    private long rows;

    ParquetGroup(MessageType schema, ParquetProperties properties, CompressionCodecFactory codecs) {
        pages = ColumnChunkPageWriteStore.builder()
                .withSchema(schema)
                .withCompressorProvider(column -> codecs.getCompressor(CompressionCodecName.ZSTD))
                .withAllocator(properties.getAllocator())
                .withColumnIndexTruncateLength(properties.getColumnIndexTruncateLength())
                .withPageWriteChecksumEnabled(properties.getPageWriteChecksumEnabled())
                .build();
        store = properties.newColumnWriteStore(schema, pages, pages);
        List<ColumnDescriptor> columns = schema.getColumns();
        cells = new ColumnWriter[columns.size()];
        for (int i = 0; i < cells.length; i++) {
            cells[i] = store.getColumnWriter(columns.get(i));
        }
    }

    void number(int column, long value) {
        cells[column].write(value, NO_REPETITION, REQUIRED);
    }

    void text(int column, Binary value) {
        cells[column].write(value, NO_REPETITION, PRESENT);
    }

    void nothing(int column) {
        cells[column].writeNull(NO_REPETITION, ABSENT);
    }

    /** Every column of the row has been told. */
    void endRow() {
        store.endRecord();
        rows++;
    }

    boolean isFull() {
        return rows % ROWS_BETWEEN_LOOKS == 0 && store.getBufferedSize() >= MOST_BYTES;
    }

    void write(ParquetFileWriter file) throws IOException {
        if (rows > 0) {
            file.startBlock(rows);
            store.flush();
            pages.flushToFileWriter(file);
            file.endBlock();
        }
    }

    @Override
    public void close() {
        store.close();
        pages.close();
    }
}
