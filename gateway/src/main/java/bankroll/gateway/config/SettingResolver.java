package bankroll.gateway.config;

import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds the strongest layer that sets a single value, reads it, and notes it for {@code ./bankroll config}. */
final class SettingResolver {
    private final ConfigurationSources sources;
    private final ConfigurationFile file;
    private final Findings findings;
    private final List<EffectiveValue> values = new ArrayList<>();

    SettingResolver(ConfigurationSources sources, ConfigurationFile file, Findings findings) {
        this.sources = sources;
        this.file = file;
        this.findings = findings;
    }

    /** The effective value; a bad one is a finding, and the default stands in for it. */
    <T> T get(Setting<T> setting) {
        Found found = find(setting);
        values.add(new EffectiveValue(setting.key(), setting.shown().apply(found.text), found.origin));
        try {
            return setting.parser().apply(found.text);
        } catch (RuntimeException e) {
            findings.badValue(setting.key(), '"' + found.text + '"', found.origin, setting.allowed());
            return setting.parser().apply(setting.defaultText());
        }
    }

    /** What was read so far, in that order. */
    List<EffectiveValue> values() {
        return values;
    }

    private Found find(Setting<?> setting) {
        for (ConfigurationSources.Flag flag : sources.flags()) {
            if (flag.key().equals(setting.key())) {
                return new Found(flag.value(), ValueOrigin.flag(flag.option()));
            }
        }
        Map<String, String> environment = sources.environment();
        String variable = setting.environmentName();
        if (environment.containsKey(variable)) {
            return new Found(environment.get(variable), ValueOrigin.environment(variable));
        }
        return fromFile(setting).orElseGet(() -> new Found(setting.defaultText(), ValueOrigin.DEFAULT));
    }

    private Optional<Found> fromFile(Setting<?> setting) {
        return file.value(setting.key())
                .map(value -> new Found(text(value), ValueOrigin.file(ConfigurationFile.place(value.origin()))));
    }

    private static String text(ConfigValue value) {
        ConfigValueType type = value.valueType();
        boolean single =
                type == ConfigValueType.STRING || type == ConfigValueType.NUMBER || type == ConfigValueType.BOOLEAN;
        return single ? String.valueOf(value.unwrapped()) : Findings.HIDDEN;
    }

    private record Found(String text, ValueOrigin origin) {}
}
