package bankroll.tools.entry;

import bankroll.tools.console.JsonText;
import bankroll.tools.console.TextBuffer;
import org.agrona.DirectBuffer;

/** One item, one line, one JSON object; amounts are strings, as everywhere in the contract. */
public final class JsonWriter implements FieldWriter {
    private final TextBuffer out;
    private boolean isFirst;

    /** Writes there. */
    public JsonWriter(TextBuffer out) {
        this.out = out;
    }

    @Override
    public void begin() {
        out.put('{');
        isFirst = true;
    }

    @Override
    public void word(String name, String value) {
        name(name).put('"').ascii(value).put('"');
    }

    @Override
    public void text(String name, DirectBuffer bytes) {
        JsonText.quoted(name(name), bytes);
    }

    @Override
    public void text(String name, String value) {
        if (value == null) {
            name(name).ascii("null");
        } else {
            JsonText.quoted(name(name), value);
        }
    }

    @Override
    public void number(String name, long value) {
        name(name).number(value);
    }

    @Override
    public void amount(String name, boolean isNegative, long magnitude) {
        name(name).put('"');
        if (isNegative) {
            out.put('-');
        }
        out.unsigned(magnitude).put('"');
    }

    @Override
    public void time(String name, long timeMs) {
        name(name).put('"');
        out.time(timeMs);
        out.put('"');
    }

    @Override
    public void flag(String name, boolean value) {
        name(name).ascii(value ? "true" : "false");
    }

    @Override
    public void json(String name, DirectBuffer bytes) {
        JsonText.raw(name(name), bytes);
    }

    @Override
    public void end() {
        out.put('}').put('\n');
    }

    private TextBuffer name(String name) {
        if (!isFirst) {
            out.put(',');
        }
        isFirst = false;
        return out.put('"').ascii(name).put('"').put(':');
    }
}
