package bankroll.tools.compare;

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
    public void word(final String name, final String value) {
        fields.put(name, value);
    }

    @Override
    public void text(final String name, final DirectBuffer source, final int offset, final int length) {
        fields.put(name, source.getStringWithoutLengthUtf8(offset, length));
    }

    @Override
    public void text(final String name, final String value) {
        fields.put(name, value);
    }

    @Override
    public void number(final String name, final long value) {
        fields.put(name, Long.toString(value));
    }

    @Override
    public void amount(final String name, final boolean isNegative, final long magnitude) {
        fields.put(name, (isNegative ? "-" : "") + Long.toUnsignedString(magnitude));
    }

    @Override
    public void time(final String name, final long timeMs) {
        fields.put(name, Instant.ofEpochMilli(timeMs).toString());
    }

    @Override
    public void flag(final String name, final boolean value) {
        fields.put(name, Boolean.toString(value));
    }

    @Override
    public void json(final String name, final DirectBuffer source, final int offset, final int length) {
        text(name, source, offset, length);
    }

    @Override
    public void end() {
        // the map is complete as it stands
    }
}
