package bankroll.tools.export;

import bankroll.tools.entry.Item;
import java.util.List;
import java.util.Map;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;

/** Turns items into Parquet cells, without objects but the library's own. One thread. */
final class ParquetRows extends WriteSupport<Item> {
    private static final String NAME = "booking";

    private final Column[] columns;
    private final Row row = new Row();
    private byte[] text = new byte[1024];
    private RecordConsumer consumer;

    ParquetRows(List<Column> columns) {
        this.columns = columns.toArray(Column[]::new);
    }

    @Override
    public WriteContext init(ParquetConfiguration configuration) {
        return new WriteContext(schema(), Map.of("writer", "bankroll journal export"));
    }

    @Override
    @SuppressWarnings("deprecation")
    public WriteContext init(org.apache.hadoop.conf.Configuration configuration) {
        return new WriteContext(schema(), Map.of());
    }

    @Override
    public void prepareForWrite(RecordConsumer recordConsumer) {
        consumer = recordConsumer;
    }

    @Override
    public void write(Item item) {
        row.of(item);
        consumer.startMessage();
        for (int i = 0; i < columns.length; i++) {
            cell(columns[i], i);
        }
        consumer.endMessage();
    }

    private void cell(Column column, int index) {
        if (column.kind() == Column.Kind.NUMBER || column.kind() == Column.Kind.TIME) {
            consumer.startField(column.label(), index);
            consumer.addLong(row.number(column));
            consumer.endField(column.label(), index);
        } else if (row.text(column)) {
            consumer.startField(column.label(), index);
            consumer.addBinary(bytes());
            consumer.endField(column.label(), index);
        }
    }

    private Binary bytes() {
        int length = row.length();
        if (text.length < length) {
            text = new byte[2 * length];
        }
        row.source().getBytes(row.offset(), text, 0, length);
        return Binary.fromReusedByteArray(text, 0, length);
    }

    private MessageType schema() {
        Types.MessageTypeBuilder schema = Types.buildMessage();
        for (Column column : columns) {
            schema.addField(type(column));
        }
        return schema.named(NAME);
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
}
