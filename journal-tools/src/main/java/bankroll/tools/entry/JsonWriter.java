package bankroll.tools.entry;

import bankroll.tools.console.JsonText;
import bankroll.tools.console.TextBuffer;
import bankroll.tools.console.UtcTime;
import org.agrona.DirectBuffer;

/** One item, one line, one JSON object; amounts are strings, as everywhere in the contract. */
public final class JsonWriter implements FieldWriter {
    private final TextBuffer out;
    private final UtcTime time = new UtcTime();
    private boolean isFirst;

    /** Writes there. */
    public JsonWriter(final TextBuffer out) {
        this.out = out;
    }

    @Override
    public void begin() {
        out.put('{');
        isFirst = true;
    }

    @Override
    public void word(final String name, final String value) {
        name(name).put('"').ascii(value).put('"');
    }

    @Override
    public void text(final String name, final DirectBuffer source, final int offset, final int length) {
        JsonText.quoted(name(name), source, offset, length);
    }

    @Override
    public void text(final String name, final String value) {
        if (value == null) {
            name(name).ascii("null");
        } else {
            JsonText.quoted(name(name), value);
        }
    }

    @Override
    public void number(final String name, final long value) {
        name(name).number(value);
    }

    @Override
    public void amount(final String name, final boolean isNegative, final long magnitude) {
        name(name).put('"');
        if (isNegative) {
            out.put('-');
        }
        out.unsigned(magnitude).put('"');
    }

    @Override
    public void time(final String name, final long timeMs) {
        name(name).put('"');
        time.put(out, timeMs);
        out.put('"');
    }

    @Override
    public void flag(final String name, final boolean value) {
        name(name).ascii(value ? "true" : "false");
    }

    @Override
    public void json(final String name, final DirectBuffer source, final int offset, final int length) {
        JsonText.raw(name(name), source, offset, length);
    }

    @Override
    public void end() {
        out.put('}').put('\n');
    }

    private TextBuffer name(final String name) {
        if (!isFirst) {
            out.put(',');
        }
        isFirst = false;
        return out.put('"').ascii(name).put('"').put(':');
    }
}
