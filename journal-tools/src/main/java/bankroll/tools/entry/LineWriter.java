package bankroll.tools.entry;

import bankroll.tools.console.JsonText;
import bankroll.tools.console.PlainText;
import bankroll.tools.console.TextBuffer;
import bankroll.tools.console.UtcTime;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * One item, one line for people: what every item has stands first, in columns and without a name; the rest as
 * {@code name=value}.
 */
public final class LineWriter implements FieldWriter {
    /** Those that the status says already. */
    private static final Set<String> EXPECTED_EFFECTS = Set.of("booked", "refused", "changed", "reversed");

    private final TextBuffer out;
    private final UtcTime time = new UtcTime();
    private boolean isFirst;

    /** Writes there. */
    public LineWriter(final TextBuffer out) {
        this.out = out;
    }

    @Override
    public void begin() {
        isFirst = true;
    }

    @Override
    public void word(final String name, final String value) {
        switch (name) {
            case ItemPrinter.TYPE -> column(value, 14);
            case ItemPrinter.STATUS -> column(value, 19);
            case ItemPrinter.BY -> {
                // a name says enough
            }
            case ItemPrinter.EFFECT -> {
                if (!EXPECTED_EFFECTS.contains(value)) {
                    name(name).ascii(value);
                }
            }
            default -> name(name).ascii(value);
        }
    }

    @Override
    public void text(final String name, final DirectBuffer source, final int offset, final int length) {
        PlainText.put(name(name), source, offset, length);
    }

    @Override
    public void text(final String name, final String value) {
        if (value == null) {
            name(name).ascii("(none)");
            return;
        }
        final byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        text(name.equals(ItemPrinter.BY_NAME) ? ItemPrinter.BY : name, new UnsafeBuffer(bytes), 0, bytes.length);
    }

    @Override
    public void number(final String name, final long value) {
        switch (name) {
            case ItemPrinter.SEQUENCE -> out.put('#').number(value);
            case ItemPrinter.ITEM -> out.put('.').number(value);
            default -> {
                name(name).number(value);
                return;
            }
        }
        isFirst = false;
    }

    @Override
    public void amount(final String name, final boolean isNegative, final long magnitude) {
        name(name);
        if (isNegative) {
            out.put('-');
        }
        out.unsigned(magnitude);
    }

    @Override
    public void time(final String name, final long timeMs) {
        if (name.equals(ItemPrinter.TIME)) {
            separate();
        } else {
            name(name);
        }
        time.put(out, timeMs);
    }

    @Override
    public void flag(final String name, final boolean value) {
        name(name).ascii(value ? "yes" : "no");
    }

    @Override
    public void json(final String name, final DirectBuffer source, final int offset, final int length) {
        JsonText.raw(name(name), source, offset, length);
    }

    @Override
    public void end() {
        out.put('\n');
    }

    private void column(final String value, final int width) {
        separate();
        out.ascii(value);
        for (int i = value.length(); i < width; i++) {
            out.put(' ');
        }
    }

    private TextBuffer name(final String name) {
        separate();
        return out.ascii(name).put('=');
    }

    private void separate() {
        if (!isFirst) {
            out.put(' ');
        }
        isFirst = false;
    }
}
