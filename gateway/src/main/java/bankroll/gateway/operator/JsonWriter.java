package bankroll.gateway.operator;

import bankroll.gateway.reply.JsonText;
import bankroll.protocol.Amounts;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.util.List;

/** Writes the JSON of an answer member by member and knows where commas go; names are plain ASCII. */
final class JsonWriter {
    private final ByteBuf out;
    private boolean needsComma;

    JsonWriter(ByteBuf out) {
        this.out = out;
    }

    /** Begins the root or an array's object. */
    JsonWriter begin() {
        separate();
        return open('{');
    }

    /** Begins a member that is an object. */
    JsonWriter begin(String name) {
        name(name);
        return open('{');
    }

    /** Ends an object. */
    JsonWriter end() {
        return close('}');
    }

    /** Begins a member that is an array. */
    JsonWriter beginArray(String name) {
        name(name);
        return open('[');
    }

    /** Ends an array. */
    JsonWriter endArray() {
        return close(']');
    }

    /** A text; left out when null. */
    JsonWriter text(String name, String value) {
        if (value != null) {
            name(name);
            JsonText.string(out, value);
        }
        return this;
    }

    /** Texts; left out when there is none. */
    JsonWriter texts(String name, List<String> values) {
        if (values.isEmpty()) {
            return this;
        }
        beginArray(name);
        for (String value : values) {
            separate();
            JsonText.string(out, value);
        }
        return endArray();
    }

    /** An unsigned amount, as a string like all amounts. */
    JsonWriter amount(String name, long minor) {
        return text(name, Amounts.format(minor));
    }

    /** A time, as RFC 3339 in UTC with milliseconds. */
    JsonWriter time(String name, long timeMs) {
        return text(name, DateTimes.format(timeMs));
    }

    /** A number. */
    JsonWriter number(String name, long value) {
        name(name);
        JsonText.number(out, value);
        return this;
    }

    /** Yes or no. */
    JsonWriter flag(String name, boolean value) {
        return raw(name, Boolean.toString(value));
    }

    /** JSON that is written already; left out when null. */
    JsonWriter raw(String name, String json) {
        if (json != null) {
            name(name);
            ByteBufUtil.writeUtf8(out, json);
        }
        return this;
    }

    private void name(String name) {
        separate();
        JsonText.string(out, name);
        out.writeByte(':');
    }

    private void separate() {
        if (needsComma) {
            out.writeByte(',');
        }
        needsComma = true;
    }

    private JsonWriter open(char bracket) {
        out.writeByte(bracket);
        needsComma = false;
        return this;
    }

    private JsonWriter close(char bracket) {
        out.writeByte(bracket);
        needsComma = true;
        return this;
    }
}
