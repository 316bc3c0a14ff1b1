package bankroll.bench.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Named figures in the order in which they are told: text, numbers, lists and further facts. One thread.
 *
 * <p>The one form that a result has before it becomes a table, JSON or a page.
 */
public final class Facts {
    private final Map<String, Object> values = new LinkedHashMap<>();

    /** Adds a fact; null is left out. */
    public Facts put(String name, Object value) {
        if (value != null) {
            values.put(name, value);
        }
        return this;
    }

    /** The facts, in order. */
    public Map<String, Object> values() {
        return values;
    }

    /** One of the facts, or null. */
    public Object get(String name) {
        return values.get(name);
    }

    /** The facts as lines of text, a name and its value each; facts within facts are indented. */
    public String toText() {
        StringBuilder text = new StringBuilder();
        appendTo(text, "  ");
        return text.toString();
    }

    private void appendTo(StringBuilder text, String indent) {
        int width = values.keySet().stream().mapToInt(String::length).max().orElse(0);
        values.forEach((name, value) -> {
            if (value instanceof Facts facts) {
                text.append(indent).append(name).append('\n');
                facts.appendTo(text, indent + "  ");
            } else if (value instanceof List<?> list) {
                list.forEach(line -> text.append(indent).append(line).append('\n'));
            } else {
                text.append(indent).append(name).append(" ".repeat(width + 2 - name.length()));
                text.append(show(value)).append('\n');
            }
        });
    }

    /** A value as it is printed: whole numbers with thousands set apart, fractions with three digits that matter. */
    public static String show(Object value) {
        if (value instanceof Double || value instanceof Float) {
            double number = ((Number) value).doubleValue();
            int digits = Math.abs(number) >= 100 ? 0 : Math.abs(number) >= 10 ? 1 : Math.abs(number) >= 1 ? 2 : 3;
            return String.format(Locale.ROOT, "%,." + digits + "f", number);
        }
        return value instanceof Number number
                ? String.format(Locale.ROOT, "%,d", number.longValue())
                : String.valueOf(value);
    }
}
