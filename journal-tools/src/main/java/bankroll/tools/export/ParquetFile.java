package bankroll.tools.export;

import bankroll.tools.entry.AccountCurrencies;
import bankroll.tools.entry.Item;
import bankroll.tools.export.Column.Row;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.agrona.DirectBuffer;
import org.apache.parquet.column.ColumnWriteStore;
import org.apache.parquet.column.ColumnWriter;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.ColumnChunkPageWriteStore;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;

/**
 * Bookings as Parquet: numbers and times as such, amounts as strings, because no tool has a type of its own for 19
 * digits. Zstandard; dictionaries where few different values are expected.
 *
 * <p>A row has no nesting, so its cells go straight to the library's column writers, past its assembly of records. One
 * thread.
 */
final class ParquetFile implements BookingFile {
    /** A reader needs this many bytes of memory at a time, here and there. */
    private static final long GROUP_BYTES = 64L << 20;

    private static final int ROWS_BETWEEN_LOOKS = 1_000;

    /** In a schema without nesting nothing repeats, and a value that may be absent is defined at level 1. */
    private static final int NO_REPETITION = 0;

    private static final int PRESENT = 1;
    private static final int ABSENT = 0;
    private static final int REQUIRED = 0;

    private final Column[] columns;
    private final MessageType schema;
    private final ParquetProperties properties;
    private final CodecFactory codecs;
    private final ParquetFileWriter file;
    private final Row row;
    private Group group;
    private byte[] text = new byte[1024];

    ParquetFile(Path path, List<Column> columns, AccountCurrencies accounts) throws IOException {
        row = new Row(accounts);
        this.columns = columns.toArray(Column[]::new);
        schema = schema(columns);
        properties = properties(columns);
        codecs = new CodecFactory(new PlainParquetConfiguration(), ParquetProperties.DEFAULT_PAGE_SIZE);
        file = new ParquetFileWriter(
                new LocalOutputFile(path),
                schema,
                ParquetFileWriter.Mode.CREATE,
                GROUP_BYTES,
                ParquetWriter.MAX_PADDING_SIZE_DEFAULT,
                null,
                properties);
        file.start();
        group = new Group();
    }

    /** Columns as Parquet knows them: numbers and times as such, all else as texts that may be absent. */
    private static MessageType schema(List<Column> columns) {
        Types.MessageTypeBuilder schema = Types.buildMessage();
        for (Column column : columns) {
            schema.addField(type(column));
        }
        return schema.named("booking");
    }

    /** How the columns are encoded. */
    private static ParquetProperties properties(List<Column> columns) {
        ParquetProperties.Builder properties = ParquetProperties.builder().withWriterVersion(WriterVersion.PARQUET_1_0);
        for (Column column : columns) {
            describe(column, properties);
        }
        return properties.build();
    }

    private static boolean isNumber(Column column) {
        return column.kind() == Column.Kind.NUMBER || column.kind() == Column.Kind.TIME;
    }

    /** The first and last text of a row group by the alphabet help nobody to skip it, and cost a tenth of an export. */
    private static void describe(Column column, ParquetProperties.Builder properties) {
        properties
                .withDictionaryEncoding(column.label(), column.kind() == Column.Kind.WORD)
                .withStatisticsEnabled(column.label(), isNumber(column))
                .withSizeStatisticsEnabled(column.label(), isNumber(column));
    }

    private static Type type(Column column) {
        return switch (column.kind()) {
            case NUMBER -> Types.required(PrimitiveTypeName.INT64).named(column.label());
            case TIME ->
                Types.required(PrimitiveTypeName.INT64)
                        .as(LogicalTypeAnnotation.timestampType(true, TimeUnit.MILLIS))
                        .named(column.label());
            default ->
                Types.optional(PrimitiveTypeName.BINARY)
                        .as(LogicalTypeAnnotation.stringType())
                        .named(column.label());
        };
    }

    @Override
    public void add(Item item) throws IOException {
        row.of(item);
        for (int i = 0; i < columns.length; i++) {
            cell(columns[i], i);
        }
        group.endRow();
        if (group.isFull()) {
            endGroup();
            group = new Group();
        }
    }

    @Override
    public long guardedCells() {
        return 0;
    }

    @Override
    public void close() throws IOException {
        try (file) {
            endGroup();
            file.end(Map.of("writer", "bankroll journal export"));
        } finally {
            codecs.release();
        }
    }

    private void endGroup() throws IOException {
        try (Group ended = group) {
            ended.write();
        }
    }

    private void cell(Column column, int index) {
        ColumnWriter cell = group.cells[index];
        if (isNumber(column)) {
            cell.write(row.number(column), NO_REPETITION, REQUIRED);
            return;
        }
        DirectBuffer found = row.text(column);
        if (found == null) {
            cell.writeNull(NO_REPETITION, ABSENT);
        } else {
            cell.write(bytes(found), NO_REPETITION, PRESENT);
        }
    }

    private Binary bytes(DirectBuffer found) {
        int length = found.capacity();
        if (text.length < length) {
            text = new byte[2 * length];
        }
        found.getBytes(0, text, 0, length);
        return Binary.fromReusedByteArray(text, 0, length);
    }

    /** One row group, kept in memory until it is written. */
    private final class Group implements AutoCloseable {
        private final ColumnChunkPageWriteStore pages;
        private final ColumnWriteStore store;
        private final ColumnWriter[] cells;
        private long rows;

        Group() {
            pages = ColumnChunkPageWriteStore.builder()
                    .withSchema(schema)
                    .withCompressorProvider(column -> codecs.getCompressor(CompressionCodecName.ZSTD))
                    .withAllocator(properties.getAllocator())
                    .withColumnIndexTruncateLength(properties.getColumnIndexTruncateLength())
                    .withPageWriteChecksumEnabled(properties.getPageWriteChecksumEnabled())
                    .build();
            store = properties.newColumnWriteStore(schema, pages, pages);
            cells = schema.getColumns().stream().map(store::getColumnWriter).toArray(ColumnWriter[]::new);
        }

        /** Every column of the row has been told. */
        void endRow() {
            store.endRecord();
            rows++;
        }

        boolean isFull() {
            return rows % ROWS_BETWEEN_LOOKS == 0 && store.getBufferedSize() >= GROUP_BYTES;
        }

        void write() throws IOException {
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
}
