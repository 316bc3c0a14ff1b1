package bankroll.gateway.config;

import bankroll.gateway.config.EffectiveValue.ValueOrigin;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The operator tokens of every layer, and what is shown of them. */
final class TokensReader {
    /** The name of the token that stands in the environment. */
    static final String FROM_ENVIRONMENT = "env";

    private static final Set<String> MEMBERS = Set.of("name", "role", "token", "token-file", PartyReader.CLIENT_NAMES);

    private final Map<String, OperatorToken> tokens = new LinkedHashMap<>();
    private final Map<Secret, String> nameOfToken = new HashMap<>();
    private final List<EffectiveValue> values = new ArrayList<>();
    private final Findings findings;

    private TokensReader(Findings findings) {
        this.findings = findings;
    }

    static TokensReader read(ConfigurationSources sources, ConfigurationFile file, Findings findings) {
        TokensReader reader = new TokensReader(findings);
        PartyReader.all(file, Settings.TOKENS, findings, reader.values).forEach(reader::fromFile);
        sources.added().operatorToken().ifPresent(path -> {
            String key = Settings.TOKENS + "." + sources.added().name();
            ValueOrigin origin = ValueOrigin.file(path.toString());
            reader.addFile(key, sources.added().name(), OperatorRole.ADMIN, path.toString(), origin);
        });
        Optional.ofNullable(sources.environment().get(EnvironmentNames.OPERATOR_TOKEN))
                .ifPresent(text -> reader.fromEnvironment(text.strip()));
        return reader;
    }

    /** A token that is known already was set for a client of this service, as {@code call} is, and adds nobody. */
    private void fromEnvironment(String text) {
        if (nameOfToken.containsKey(new Secret(text))) {
            return;
        }
        if (!tokens.isEmpty()) {
            findings.warning(EnvironmentNames.adds(
                    EnvironmentNames.OPERATOR_TOKEN, "an admin named " + FROM_ENVIRONMENT, "tokens"));
        }
        ValueOrigin origin = ValueOrigin.environment(EnvironmentNames.OPERATOR_TOKEN);
        add(EnvironmentNames.OPERATOR_TOKEN, FROM_ENVIRONMENT, OperatorRole.ADMIN, text, origin);
    }

    List<OperatorToken> tokens() {
        return List.copyOf(tokens.values());
    }

    List<EffectiveValue> values() {
        return values;
    }

    private void fromFile(PartyReader party) {
        if (!party.isObjectOf(MEMBERS)) {
            return;
        }
        String name = party.name();
        OperatorRole role = party.choice("role", OperatorRole.class, OperatorRole.READ);
        if (party.text("role").isEmpty()) {
            party.missing("role: admin, support or read");
        }
        List<String> inline = party.inlineSecrets("token");
        List<String> files = party.texts("token-file");
        if (inline.size() + files.size() != 1) {
            party.missing("single token: give token = \"…\" or token-file = \"…\"");
            return;
        }
        inline.forEach(token -> add(party.path() + ".token", name, role, token, party.origin()));
        files.forEach(path -> addFile(party.path() + ".token-file", name, role, path, party.origin()));
        List<String> clients = party.clientNames();
        tokens.computeIfPresent(name, (same, token) -> new OperatorToken(name, token.role(), token.token(), clients));
    }

    private void addFile(String key, String name, OperatorRole role, String path, ValueOrigin named) {
        List<String> lines = SecretFile.lines(key, path, named, findings);
        if (lines.size() > 1) {
            findings.problem(key + ": the file " + path + " holds more than one token");
        }
        lines.stream().limit(1).forEach(line -> add(key, name, role, line, ValueOrigin.file(path)));
    }

    private void add(String key, String name, OperatorRole role, String text, ValueOrigin origin) {
        Secret token = new Secret(text);
        if (!Secret.isToken(text)) {
            findings.badValue(key, token.toString(), origin, Secret.TOKEN);
            return;
        }
        String twin = nameOfToken.putIfAbsent(token, name);
        if (tokens.containsKey(name) || twin != null) {
            findings.problem(key + " (" + origin + "): there is already a token "
                    + (twin == null ? "of this name" : "with this very text"));
            return;
        }
        tokens.put(name, new OperatorToken(name, role, token));
        String shown = role.name().toLowerCase(Locale.ROOT) + " " + token;
        values.add(new EffectiveValue(Settings.TOKENS + "." + name, shown, origin));
    }
}
