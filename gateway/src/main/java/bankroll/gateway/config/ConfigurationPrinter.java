package bankroll.gateway.config;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;

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
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text).useDefaultPrettyPrinter()) {
            json.writeStartObject();
            json.writeArrayFieldStart("settings");
            for (EffectiveValue value : configuration.values()) {
                json.writeStartObject();
                json.writeStringField("key", value.key());
                json.writeStringField("value", value.shown());
                json.writeStringField("origin", value.origin().toString());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeArrayFieldStart("warnings");
            for (String warning : configuration.warnings()) {
                json.writeString(warning);
            }
            json.writeEndArray();
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.append('\n').toString();
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
