package bankroll.gateway.config;

import bankroll.gateway.config.EffectiveValue.ValueOrigin;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes the effective configuration out of its layers: flag &gt; environment &gt; file &gt; default. */
public final class ConfigurationLoader {
    private final ConfigurationSources sources;
    private final Findings findings = new Findings();
    private final ConfigurationFile file;
    /** What was read so far, in that order, for {@code ./bankroll config}. */
    private final List<EffectiveValue> values = new ArrayList<>();

    /** The text of a value, and where it stands. A list or a block has none, and no setting takes one. */
    private record Found(String text, ValueOrigin origin, boolean isOne) {
        private Found(String text, ValueOrigin origin) {
            this(text, origin, true);
        }

        private <T> T parsed(Setting<T> setting) {
            if (!isOne) {
                throw new IllegalArgumentException(setting.key());
            }
            return setting.parser().apply(text);
        }
    }

    private ConfigurationLoader(ConfigurationSources sources) {
        this.sources = sources;
        EnvironmentNames.check(sources.environment(), findings);
        this.file = ConfigurationFile.read(sources.file(), findings);
    }

    /**
     * Reads, checks and freezes.
     *
     * @throws ConfigurationException names every unknown key and every bad value at once
     */
    public static Configuration load(ConfigurationSources sources) {
        return new ConfigurationLoader(sources).load();
    }

    /** As {@link #load} for a service: a refusal also names the parties that it would miss. */
    public static Configuration loadToServe(ConfigurationSources sources) {
        try {
            return load(sources);
        } catch (ConfigurationException refused) {
            throw refused.ofService();
        }
    }

    private Configuration load() {
        Map<Setting<?>, Object> scalars = new HashMap<>();
        Settings.ALL.forEach(setting -> scalars.put(setting, read(setting)));
        PlatformsReader platforms = PlatformsReader.read(sources, file, findings);
        TokensReader tokens = TokensReader.read(sources, file, findings);
        values.addAll(tokens.values());
        values.addAll(platforms.values());
        Configuration loaded = new Configuration(scalars, platforms.platforms(), tokens.tokens(), values, List.of());
        ConfigurationRules.check(loaded, findings);
        findings.throwIfAny(missing(loaded));
        return loaded.warning(findings.warnings());
    }

    /** Parties that nobody has tried to give: of one that can't be used something is said already. */
    private List<String> missing(Configuration loaded) {
        if (loaded.get(Settings.DEMO) || !file.isRead()) {
            return List.of();
        }
        List<String> missing = new ArrayList<>(loaded.missing());
        if (isTried(Settings.PLATFORMS, EnvironmentNames.PLATFORM_SECRET)) {
            missing.remove(Configuration.NO_PLATFORM);
        }
        if (isTried(Settings.TOKENS, EnvironmentNames.OPERATOR_TOKEN)) {
            missing.remove(Configuration.NO_TOKEN);
        }
        return missing;
    }

    private boolean isTried(String key, String variable) {
        return file.value(key).isPresent() || sources.environment().containsKey(variable);
    }

    /** The value of the strongest layer that sets one; a bad one is a finding, and the default stands in for it. */
    private <T> T read(Setting<T> setting) {
        Found found = find(setting);
        values.add(new EffectiveValue(setting.key(), setting.shown().apply(found.text), found.origin));
        try {
            return found.parsed(setting);
        } catch (RuntimeException e) {
            findings.badValue(setting.key(), '"' + found.text + '"', found.origin, setting.allowed());
            return setting.fallback();
        }
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
        return file.value(setting.key()).map(ConfigurationLoader::found);
    }

    private static Found found(ConfigValue value) {
        ConfigValueType type = value.valueType();
        boolean isOne =
                type == ConfigValueType.STRING || type == ConfigValueType.NUMBER || type == ConfigValueType.BOOLEAN;
        String text = isOne ? String.valueOf(value.unwrapped()) : Findings.HIDDEN;
        return new Found(text, ValueOrigin.file(ConfigurationFile.place(value.origin())), isOne);
    }
}
