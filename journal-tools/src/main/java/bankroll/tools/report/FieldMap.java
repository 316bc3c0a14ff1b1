package bankroll.tools.report;

import bankroll.tools.entry.FieldWriter;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.agrona.DirectBuffer;

/** An item's fields as text by name, to be held against another's. */
final class FieldMap implements FieldWriter {
    private Map<String, String> fields = new LinkedHashMap<>();

    /** The fields of the item printed last. */
    Map<String, String> fields() {
        return fields;
    }

    @Override
    public void begin() {
        fields = new LinkedHashMap<>();
    }

    @Override
    public void word(String name, String value) {
        fields.put(name, value);
    }

    @Override
    public void text(String name, DirectBuffer bytes) {
        fields.put(name, bytes.getStringWithoutLengthUtf8(0, bytes.capacity()));
    }

    @Override
    public void text(String name, String value) {
        fields.put(name, value);
    }

    @Override
    public void number(String name, long value) {
        fields.put(name, Long.toString(value));
    }

    @Override
    public void amount(String name, boolean isNegative, long magnitude) {
        fields.put(name, (isNegative ? "-" : "") + Long.toUnsignedString(magnitude));
    }

    @Override
    public void time(String name, long timeMs) {
        fields.put(name, Instant.ofEpochMilli(timeMs).toString());
    }

    @Override
    public void flag(String name, boolean value) {
        fields.put(name, Boolean.toString(value));
    }

    @Override
    public void json(String name, DirectBuffer bytes) {
        text(name, bytes);
    }

    @Override
    public void end() {
        // the map is complete as it stands
    }
}
