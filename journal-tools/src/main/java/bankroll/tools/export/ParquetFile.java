package bankroll.tools.export;

import bankroll.tools.entry.Item;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.OutputFile;

/**
 * Bookings as Parquet: numbers and times as such, amounts as strings, because no tool has a type of its own for 19
 * digits. Zstandard; dictionaries where few different values are expected.
 */
final class ParquetFile implements BookingFile {
    /** Files are read by row group: this many bytes of memory at a time, here and there. */
    private static final long ROW_GROUP_BYTES = 64L << 20;

    private final ParquetWriter<Item> writer;

    private ParquetFile(ParquetWriter<Item> writer) {
        this.writer = writer;
    }

    /** Makes Parquet files. */
    static Format format() {
        return new Format() {
            @Override
            public BookingFile create(Path path, List<Column> columns) throws IOException {
                return new ParquetFile(writer(path, columns));
            }

            @Override
            public String ending() {
                return "parquet";
            }
        };
    }

    @Override
    public void add(Item item) throws IOException {
        writer.write(item);
    }

    @Override
    public long guardedCells() {
        return 0;
    }

    @Override
    public void close() throws IOException {
        writer.close();
    }

    private static ParquetWriter<Item> writer(Path path, List<Column> columns) throws IOException {
        Builder builder = new Builder(new LocalOutputFile(path), columns)
                .withConf(new PlainParquetConfiguration())
                .withWriteMode(ParquetFileWriter.Mode.CREATE)
                .withCompressionCodec(CompressionCodecName.ZSTD)
                .withWriterVersion(WriterVersion.PARQUET_1_0)
                .withRowGroupSize(ROW_GROUP_BYTES);
        for (Column column : columns) {
            describe(column, builder);
        }
        return builder.build();
    }

    /** The first and last text of a row group by the alphabet help nobody to skip it, and cost a tenth of an export. */
    private static void describe(Column column, Builder builder) {
        boolean isText = column.kind() != Column.Kind.NUMBER && column.kind() != Column.Kind.TIME;
        builder.withDictionaryEncoding(column.label(), column.kind() == Column.Kind.WORD)
                .withStatisticsEnabled(column.label(), !isText)
                .withSizeStatisticsEnabled(column.label(), !isText);
    }

    /** The library's own way to name what turns an item into cells. */
    private static final class Builder extends ParquetWriter.Builder<Item, Builder> {
        private final List<Column> columns;

        private Builder(OutputFile file, List<Column> columns) {
            super(file);
            this.columns = columns;
        }

        @Override
        protected Builder self() {
            return this;
        }

        @Override
        protected WriteSupport<Item> getWriteSupport(ParquetConfiguration configuration) {
            return new ParquetRows(columns);
        }

        @Override
        @SuppressWarnings("deprecation")
        protected WriteSupport<Item> getWriteSupport(org.apache.hadoop.conf.Configuration configuration) {
            return new ParquetRows(columns);
        }
    }
}
