package bankroll.gateway.config;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Makes the effective configuration out of its layers: flag &gt; environment &gt; file &gt; default. */
public final class ConfigurationLoader {
    private final ConfigurationSources sources;
    private final Findings findings = new Findings();

    private ConfigurationLoader(ConfigurationSources sources) {
        this.sources = sources;
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
        EnvironmentNames.check(sources.environment(), findings);
        ConfigurationFile file = ConfigurationFile.read(sources.file(), findings);
        SettingResolver settings = new SettingResolver(sources, file, findings);
        Map<Setting<?>, Object> scalars = new HashMap<>();
        Settings.ALL.forEach(setting -> scalars.put(setting, settings.get(setting)));
        PlatformsReader platforms = PlatformsReader.read(sources, file, findings);
        TokensReader tokens = TokensReader.read(sources, file, findings);
        List<EffectiveValue> values = new ArrayList<>(settings.values());
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
