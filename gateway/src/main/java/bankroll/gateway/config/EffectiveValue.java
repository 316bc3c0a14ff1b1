package bankroll.gateway.config;

import bankroll.gateway.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One line of {@code ./bankroll config}; a secret is masked already.
 *
 * @param key the setting
 * @param shown its value, a secret masked
 * @param origin where it comes from
 */
public record EffectiveValue(String key, String shown, ValueOrigin origin) {
    /** Whether it is the same value of the same key, wherever it comes from. */
    boolean isShownAs(EffectiveValue other) {
        return key.equals(other.key) && shown.equals(other.shown);
    }

    /** One line per value. */
    public static String text(List<EffectiveValue> all) {
        int keys = width(all, true);
        int values = width(all, false);
        StringBuilder text = new StringBuilder();
        for (EffectiveValue value : all) {
            text.append(pad(value.key(), keys)).append(" = ").append(pad(value.shown(), values));
            text.append("  # ").append(value.origin()).append('\n');
        }
        return text.toString();
    }

    /** An object with {@code settings} and {@code warnings}. */
    public static String json(List<EffectiveValue> all, List<String> warnings) {
        Map<String, Object> page = new LinkedHashMap<>();
        page.put("settings", all.stream().map(EffectiveValue::members).toList());
        page.put("warnings", warnings);
        return Json.pretty(Json.write(page)) + '\n';
    }

    private Map<String, Object> members() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("key", key);
        members.put("value", shown);
        members.put("origin", origin.toString());
        return members;
    }

    private static int width(List<EffectiveValue> all, boolean ofKeys) {
        return all.stream()
                .mapToInt(value -> (ofKeys ? value.key() : value.shown()).length())
                .max()
                .orElse(0);
    }

    private static String pad(String text, int width) {
        return text + " ".repeat(width - text.length());
    }

    /**
     * Where a value comes from.
     *
     * @param words the layer, and the flag, the variable, or file and line
     */
    public record ValueOrigin(String words) {
        /** Nobody said otherwise. */
        public static final ValueOrigin DEFAULT = new ValueOrigin("default");

        /** From the file at this place, or a file that it names. */
        public static ValueOrigin file(String place) {
            return new ValueOrigin("file " + place);
        }

        /** From a variable. */
        public static ValueOrigin environment(String variable) {
            return new ValueOrigin("environment " + variable);
        }

        /** From an option. */
        public static ValueOrigin flag(String option) {
            return new ValueOrigin("flag " + option);
        }

        @Override
        public String toString() {
            return words;
        }
    }
}
