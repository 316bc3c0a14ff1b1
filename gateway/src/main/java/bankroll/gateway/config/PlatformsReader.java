package bankroll.gateway.config;

import bankroll.gateway.config.EffectiveValue.ValueOrigin;
import bankroll.gateway.config.Platform.RateLimit;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The platforms of every layer, and what is shown of them. */
final class PlatformsReader {
    /** The platform whose secrets stand in the environment. */
    static final String FROM_ENVIRONMENT = "default";

    private static final Set<String> MEMBERS =
            Set.of("name", "scheme", "secrets", "secret-files", "rate-limit", PartyReader.CLIENT_NAMES);
    private static final Set<String> RATE_MEMBERS = Set.of("per-second", "burst");

    private final Map<String, Platform> platforms = new LinkedHashMap<>();

    private final Map<String, String> platformOfKey = new HashMap<>();
    private final List<EffectiveValue> values = new ArrayList<>();
    private final Findings findings;

    private PlatformsReader(Findings findings) {
        this.findings = findings;
    }

    static PlatformsReader read(ConfigurationSources sources, ConfigurationFile file, Findings findings) {
        PlatformsReader reader = new PlatformsReader(findings);
        PartyReader.all(file, Settings.PLATFORMS, findings, reader.values).forEach(reader::fromFile);
        sources.added()
                .signingSecret()
                .ifPresent(path -> reader.fromAdded(sources.added().name(), path));
        reader.fromEnvironment(sources.environment().get(EnvironmentNames.PLATFORM_SECRET));
        return reader;
    }

    List<Platform> platforms() {
        return List.copyOf(platforms.values());
    }

    List<EffectiveValue> values() {
        return values;
    }

    private void fromFile(PartyReader party) {
        if (!party.isObjectOf(MEMBERS)) {
            return;
        }
        String name = party.name();
        if (platforms.containsKey(name)) {
            findings.problem(party.path() + ".name (" + party.origin() + "): there is already a platform of this name");
            return;
        }
        SignatureScheme scheme = party.choice("scheme", SignatureScheme.class, SignatureScheme.STANDARD);
        Optional<RateLimit> limit = party.object("rate-limit").map(this::rateLimit);
        party.show("name", name);
        party.show("scheme", scheme.name().toLowerCase(Locale.ROOT));
        limit.ifPresent(it -> party.show("rate-limit", it.perSecond() + " per second, burst " + it.burst()));
        platforms.put(name, new Platform(name, scheme, List.of(), limit, party.clientNames()));
        party.inlineSecrets("secrets")
                .forEach(text -> addSecret(name, party.path() + ".secrets", text, party.origin()));
        for (String path : party.texts("secret-files")) {
            addSecretFile(name, party.path() + ".secret-files", path, party.origin());
        }
        requireKeys(platforms.get(name), party);
    }

    private void requireKeys(Platform platform, PartyReader party) {
        boolean keyless = platform.scheme() == SignatureScheme.OFF;
        if (keyless && !platform.secrets().isEmpty()) {
            findings.problem(party.path() + " (" + party.origin() + "): scheme off takes no secrets; leave them out");
        }
        if (!keyless && platform.secrets().isEmpty()) {
            party.missing("usable secret: give secrets = [\"whsec_…\"] or secret-files = [\"…\"]");
        }
    }

    private RateLimit rateLimit(PartyReader limit) {
        if (!limit.isObjectOf(RATE_MEMBERS)) {
            return new RateLimit(1, 1);
        }
        return new RateLimit(limit.positive("per-second"), (long) Math.ceil(limit.positive("burst")));
    }

    private void fromEnvironment(String secrets) {
        if (secrets == null) {
            return;
        }
        ValueOrigin origin = ValueOrigin.environment(EnvironmentNames.PLATFORM_SECRET);
        List<String> words = Arrays.stream(secrets.strip().split("\\s+"))
                .filter(word -> !word.isEmpty())
                .toList();
        if (words.isEmpty()) {
            findings.problem(EnvironmentNames.PLATFORM_SECRET + " is set but empty; unset it or give a whsec_ secret");
            return;
        }
        List<String> unknown = words.stream().filter(word -> !isKnown(word)).toList();
        if (unknown.isEmpty()) {
            return;
        }
        if (!platforms.isEmpty() && !platforms.containsKey(FROM_ENVIRONMENT)) {
            findings.warning(EnvironmentNames.adds(
                    EnvironmentNames.PLATFORM_SECRET, "a platform named " + FROM_ENVIRONMENT, "platforms"));
        }
        ensure(FROM_ENVIRONMENT, origin);
        unknown.forEach(word -> addSecret(FROM_ENVIRONMENT, EnvironmentNames.PLATFORM_SECRET, word, origin));
    }

    /** A secret of a platform was set for a client of this service, as {@code call} is. */
    private boolean isKnown(String word) {
        return Secret.isSigning(word) && platformOfKey.containsKey(Secret.keyOf(word));
    }

    private void fromAdded(String name, Path path) {
        ensure(name, ValueOrigin.file(path.toString()));
        addSecretFile(name, Settings.PLATFORMS + "." + name, path.toString(), ValueOrigin.file(path.toString()));
    }

    private void ensure(String name, ValueOrigin origin) {
        if (!platforms.containsKey(name)) {
            show(Settings.PLATFORMS + "[" + platforms.size() + "].name", name, origin);
            platforms.put(name, new Platform(name, SignatureScheme.STANDARD, List.of(), Optional.empty()));
        }
    }

    private void addSecretFile(String platform, String key, String path, ValueOrigin named) {
        for (String line : SecretFile.lines(key, path, named, findings)) {
            addSecret(platform, key, line, ValueOrigin.file(path));
        }
    }

    private void addSecret(String name, String key, String text, ValueOrigin origin) {
        Platform platform = platforms.get(name);
        if (!Secret.isSigning(text)) {
            findings.badValue(key, "•••• (" + text.length() + " characters)", origin, Secret.SIGNING);
            return;
        }
        if (platform.scheme() == SignatureScheme.BODY && Secret.isPublic(text)) {
            findings.problem(key + " (" + origin + "): the scheme body knows only whsec_ secrets");
        }
        String other = platformOfKey.putIfAbsent(Secret.keyOf(text), name);
        if (other != null && !other.equals(name)) {
            findings.problem(key + " (" + origin + "): another platform"
                    + " has the same secret, so it couldn't tell who calls; give each its own");
        } else if (other == null) {
            Secret secret = new Secret(text);
            platforms.put(name, platform.with(secret));
            show(Settings.PLATFORMS + "." + name + ".secret", secret + " id " + secret.id(), origin);
        }
    }

    private void show(String key, String shown, ValueOrigin origin) {
        values.add(new EffectiveValue(key, shown, origin));
    }
}
