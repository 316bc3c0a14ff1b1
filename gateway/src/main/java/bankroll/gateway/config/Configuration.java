package bankroll.gateway.config;

import bankroll.gateway.config.EffectiveValue.ValueOrigin;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The effective configuration: checked, complete, immutable. Made by {@link ConfigurationLoader}.
 *
 * @param scalars the value of every one of the {@link Settings}
 * @param platforms who may call
 * @param tokens who may call the operator's API
 * @param values everything as {@code ./bankroll config} shows it
 * @param warnings what works but should not stay so
 */
public record Configuration(
        Map<Setting<?>, Object> scalars,
        List<Platform> platforms,
        List<OperatorToken> tokens,
        List<EffectiveValue> values,
        List<String> warnings) {
    static final String NO_PLATFORM = "no platform is configured, so none could call. Set BANKROLL_PLATFORM_SECRET"
            + " (for a new one: echo \"whsec_$(openssl rand -base64 24)\"), or name one under platforms"
            + " in the configuration file, or try the service with --demo";
    static final String NO_TOKEN = "no operator token is configured, so nobody could open a player. Set"
            + " BANKROLL_OPERATOR_TOKEN (for a new one: openssl rand -hex 32), or name one under"
            + " operator.tokens in the configuration file, or try the service with --demo";

    public Configuration {
        scalars = Map.copyOf(scalars);
        platforms = List.copyOf(platforms);
        tokens = List.copyOf(tokens);
        values = List.copyOf(values);
        warnings = List.copyOf(warnings);
    }

    /** The same with these warnings. */
    Configuration warning(List<String> found) {
        return new Configuration(scalars, platforms, tokens, values, found);
    }

    /** The value of a setting. */
    @SuppressWarnings("unchecked") // the loader puts in what the setting's own parser made
    public <T> T get(Setting<T> setting) {
        return (T) scalars.get(setting);
    }

    /** Whether somebody said it; else it has its default. */
    public boolean isSaid(Setting<?> setting) {
        return values.stream()
                .anyMatch(value ->
                        value.key().equals(setting.key()) && !value.origin().equals(ValueOrigin.DEFAULT));
    }

    /** Keys of settings that {@code fresh} has otherwise and that a running service doesn't take up. */
    public List<String> changedAtRestart(Configuration fresh) {
        Set<EffectiveValue> known = Set.copyOf(values);
        Set<String> keys = Settings.ALL.stream()
                .filter(setting -> !setting.isReadAgain())
                .map(Setting::key)
                .collect(Collectors.toSet());
        return fresh.values.stream()
                .filter(value -> keys.contains(value.key()))
                .filter(value -> known.stream().noneMatch(value::isShownAs))
                .map(EffectiveValue::key)
                .toList();
    }

    /**
     * Why a running service of this configuration can't take the other one's platforms: its listeners stay as they are.
     */
    public List<String> faultsOfTaking(Configuration fresh) {
        return unsignedFaults(
                fresh.platforms, ". The running service listens so until its next start: start it again instead");
    }

    /**
     * What forbids to let these platforms in by these listeners: an unsigned platform is for one machine alone (decisions §1).
     *
     * @param since why these listeners count: the end of the sentence
     */
    List<String> unsignedFaults(List<Platform> candidates, String since) {
        HostPort platform = get(Settings.PLATFORM_LISTEN);
        HostPort operator = get(Settings.OPERATOR_LISTEN);
        List<String> unsigned = candidates.stream()
                .filter(it -> it.scheme() == SignatureScheme.OFF)
                .map(Platform::name)
                .toList();
        List<String> faults = new ArrayList<>();
        if (unsigned.size() > 1) {
            faults.add("platforms " + String.join(", ", unsigned)
                    + " all have scheme off, so nothing tells who calls; one at most");
        }
        if (!unsigned.isEmpty() && !(platform.isLoopback() && operator.isLoopback())) {
            faults.add("platform " + unsigned.get(0) + " has scheme off: that is allowed only while"
                    + " platform.listen (" + platform + ") and operator.listen (" + operator
                    + ") are both on loopback, like 127.0.0.1" + since);
        } else if (!unsigned.isEmpty() && !get(Settings.TRUSTED_PROXIES).isNobody()) {
            faults.add("platform " + unsigned.get(0) + " has scheme off, and platform.trusted-proxies names a proxy:"
                    + " whoever reaches the proxy could book. Give the platform a secret, or take the proxy out"
                    + since);
        }
        return faults;
    }

    /** The options of engine, listeners, cluster and backup that this asks for; new ones at each call. */
    public Contexts contexts() {
        Contexts contexts = new Contexts();
        Settings.ALL.forEach(setting -> write(setting, contexts));
        contexts.backup().secrets(secrets());
        return contexts;
    }

    private <T> void write(Setting<T> setting, Contexts contexts) {
        setting.target().accept(contexts, get(setting));
    }

    /** All secrets of platforms and all tokens, as they are. */
    public List<String> secrets() {
        return Stream.concat(
                        platforms.stream().flatMap(platform -> platform.secrets().stream()),
                        tokens.stream().map(OperatorToken::token))
                .map(Secret::reveal)
                .toList();
    }

    /** How many platforms and operator tokens it has, in words. */
    public String parties() {
        return count(platforms.size(), "platform") + ", " + count(tokens.size(), "operator token");
    }

    private static String count(int number, String thing) {
        return number + " " + thing + (number == 1 ? "" : "s");
    }

    /** What is missing before the service can be of use: one that nobody may call is a mistake, with a cure. */
    public List<String> missing() {
        List<String> missing = new ArrayList<>();
        if (platforms.isEmpty()) {
            missing.add(NO_PLATFORM);
        }
        if (tokens.isEmpty()) {
            missing.add(NO_TOKEN);
        }
        return missing;
    }
}
