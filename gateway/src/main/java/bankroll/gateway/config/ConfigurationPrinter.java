package bankroll.gateway.config;

import bankroll.gateway.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Shows the effective configuration with each value's origin; secrets are masked already. */
public final class ConfigurationPrinter {
    private ConfigurationPrinter() {}

    /** One line per value. */
    public static String text(Configuration configuration) {
        int keys = width(configuration, true);
        int values = width(configuration, false);
        StringBuilder text = new StringBuilder();
        for (EffectiveValue value : configuration.values()) {
            text.append(pad(value.key(), keys)).append(" = ").append(pad(value.shown(), values));
            text.append("  # ").append(value.origin()).append('\n');
        }
        return text.toString();
    }

    /** An object with {@code settings} and {@code warnings}. */
    public static String json(Configuration configuration) {
        List<Map<String, Object>> settings = configuration.values().stream()
                .map(ConfigurationPrinter::members)
                .toList();
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("settings", settings);
        all.put("warnings", configuration.warnings());
        return Json.pretty(Json.write(all)) + '\n';
    }

    private static Map<String, Object> members(EffectiveValue value) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("key", value.key());
        members.put("value", value.shown());
        members.put("origin", value.origin().toString());
        return members;
    }

    private static int width(Configuration configuration, boolean ofKeys) {
        return configuration.values().stream()
                .mapToInt(value -> (ofKeys ? value.key() : value.shown()).length())
                .max()
                .orElse(0);
    }

    private static String pad(String text, int width) {
        return text + " ".repeat(width - text.length());
    }
}
