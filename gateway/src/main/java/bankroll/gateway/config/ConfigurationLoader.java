package bankroll.gateway.config;

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

    /** The text of a value, and where it stands. */
    private record Found(String text, ValueOrigin origin) {}

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

    private Configuration load() {
        Map<Setting<?>, Object> scalars = new HashMap<>();
        Settings.ALL.forEach(setting -> scalars.put(setting, read(setting)));
        PlatformsReader platforms = PlatformsReader.read(sources, file, findings);
        TokensReader tokens = TokensReader.read(sources, file, findings);
        values.addAll(tokens.values());
        values.addAll(platforms.values());
        Configuration loaded = new Configuration(scalars, platforms.platforms(), tokens.tokens(), values, List.of());
        checkTls(loaded);
        loaded.unsignedRule().faults(loaded.platforms(), "").forEach(findings::problem);
        refuseOnePort(loaded.get(Settings.PLATFORM_LISTEN), loaded.get(Settings.OPERATOR_LISTEN));
        if (loaded.get(Settings.PLATFORM_CERTIFICATE).isEmpty()) {
            warnOfPlainHttp(
                    Settings.PLATFORM_LISTEN, loaded, "whoever is on the way reads and repeats signed requests");
        }
        if (loaded.get(Settings.OPERATOR_CERTIFICATE).isEmpty()) {
            warnOfPlainHttp(Settings.OPERATOR_LISTEN, loaded, "whoever is on the way reads the operators' tokens");
        }
        refuseTooMuchMemory(loaded, JvmMemory.ofThisProcess());
        ClusterRules.check(loaded, findings);
        findings.throwIfAny();
        return loaded.warning(findings.warnings());
    }

    /** The value of the strongest layer that sets one; a bad one is a finding, and the default stands in for it. */
    private <T> T read(Setting<T> setting) {
        Found found = find(setting);
        values.add(new EffectiveValue(setting.key(), setting.shown().apply(found.text), found.origin));
        try {
            return setting.parser().apply(found.text);
        } catch (RuntimeException e) {
            findings.badValue(setting.key(), '"' + found.text + '"', found.origin, setting.allowed());
            return setting.parser().apply(setting.defaultText());
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
        return file.value(setting.key())
                .map(value -> new Found(text(value), ValueOrigin.file(ConfigurationFile.place(value.origin()))));
    }

    private static String text(ConfigValue value) {
        ConfigValueType type = value.valueType();
        boolean single =
                type == ConfigValueType.STRING || type == ConfigValueType.NUMBER || type == ConfigValueType.BOOLEAN;
        return single ? String.valueOf(value.unwrapped()) : Findings.HIDDEN;
    }

    private void warnOfPlainHttp(Setting<HostPort> listener, Configuration loaded, String consequence) {
        HostPort address = loaded.get(listener);
        if (!address.isLoopback()) {
            findings.warning(listener.key() + " (" + address
                    + ") can be reached from other machines and speaks HTTP without" + " TLS: " + consequence
                    + ". Give it a certificate, or listen on 127.0.0.1 behind a proxy with TLS");
        }
    }

    private void checkTls(Configuration loaded) {
        List<String> boundPlatforms = loaded.platforms().stream()
                .filter(platform -> !platform.clientNames().isEmpty())
                .map(platform -> "platform " + platform.name())
                .toList();
        List<String> boundTokens = loaded.tokens().stream()
                .filter(token -> !token.clientNames().isEmpty())
                .map(token -> "token " + token.name())
                .toList();
        TlsRules.platform(loaded).check(boundPlatforms, findings);
        TlsRules.operator(loaded).check(boundTokens, findings);
    }

    /** Bounds that can't hold what they are for, or that the JVM can't hold. */
    private void refuseTooMuchMemory(Configuration loaded, JvmMemory memory) {
        long requests = loaded.get(ConnectionSettings.REQUEST_MEMORY_BYTES);
        long answers = loaded.get(ConnectionSettings.ANSWER_MEMORY_BYTES);
        long underWay = loaded.get(Settings.IN_FLIGHT_BYTES);
        int body = loaded.get(Settings.MAX_BODY_BYTES);
        String cure = "; this JVM has " + memory.words()
                + ": give it more with -Xmx and -XX:MaxDirectMemorySize in BANKROLL_JAVA_OPTS, or ask for less";
        if (requests / Contexts.OPERATORS_PART < body) {
            findings.problem(is(ConnectionSettings.REQUEST_MEMORY_BYTES, requests)
                    + ": the operators' quarter can't hold one body of " + Settings.MAX_BODY_BYTES.key() + " = "
                    + Quantity.BYTES.show(body) + cure);
        }
        if (requests > memory.mostForRequests()) {
            tooMuch(ConnectionSettings.REQUEST_MEMORY_BYTES, requests, memory.mostForRequests(), cure);
        }
        if (answers > memory.mostForAnswers()) {
            tooMuch(ConnectionSettings.ANSWER_MEMORY_BYTES, answers, memory.mostForAnswers(), cure);
        }
        if (underWay > Math.max(memory.forRequestsUnderWay(), memory.heapBytes() / 2)) {
            tooMuch(Settings.IN_FLIGHT_BYTES, underWay, memory.heapBytes() / 2, cure);
        }
    }

    private void tooMuch(Setting<Long> setting, long asked, long most, String cure) {
        findings.problem(is(setting, asked) + ": at most " + Quantity.BYTES.show(most) + " can be held" + cure);
    }

    private static String is(Setting<?> setting, long bytes) {
        return setting.key() + " is " + Quantity.BYTES.show(bytes);
    }

    private void refuseOnePort(HostPort platform, HostPort operator) {
        if (platform.equals(operator) && platform.port() != 0) {
            findings.problem("platform.listen and operator.listen are both " + platform
                    + "; the operator's API needs a port of its own");
        }
    }
}
