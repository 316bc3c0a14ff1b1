package bankroll.tools.entry;

import bankroll.tools.console.JsonText;
import bankroll.tools.console.PlainText;
import bankroll.tools.console.TextBuffer;
import java.util.Set;
import org.agrona.DirectBuffer;

/**
 * One item, one line for people: what every item has stands first, in columns and without a name; the rest as
 * {@code name=value}.
 */
public final class LineWriter implements FieldWriter {
    /** Those that the status says already. */
    private static final Set<String> EXPECTED_EFFECTS = Set.of("booked", "refused", "changed", "reversed");

    private final TextBuffer out;
    private boolean isFirst;

    /** Writes there. */
    public LineWriter(TextBuffer out) {
        this.out = out;
    }

    @Override
    public void begin() {
        isFirst = true;
    }

    @Override
    public void word(String name, String value) {
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
    public void text(String name, DirectBuffer bytes) {
        PlainText.put(name(name), bytes);
    }

    @Override
    public void text(String name, String value) {
        if (value == null) {
            name(name).ascii("(none)");
            return;
        }
        PlainText.put(name(name.equals(ItemPrinter.BY_NAME) ? ItemPrinter.BY : name), value);
    }

    @Override
    public void number(String name, long value) {
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
    public void amount(String name, boolean isNegative, long magnitude) {
        name(name);
        if (isNegative) {
            out.put('-');
        }
        out.unsigned(magnitude);
    }

    @Override
    public void time(String name, long timeMs) {
        if (name.equals(ItemPrinter.TIME)) {
            separate();
        } else {
            name(name);
        }
        out.time(timeMs);
    }

    @Override
    public void flag(String name, boolean value) {
        name(name).ascii(value ? "yes" : "no");
    }

    @Override
    public void json(String name, DirectBuffer bytes) {
        JsonText.raw(name(name), bytes);
    }

    @Override
    public void end() {
        out.put('\n');
    }

    private void column(String value, int width) {
        separate();
        out.ascii(value);
        for (int i = value.length(); i < width; i++) {
            out.put(' ');
        }
    }

    private TextBuffer name(String name) {
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
