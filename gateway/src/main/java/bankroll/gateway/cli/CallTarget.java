package bankroll.gateway.cli;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.gateway.client.ServiceClient;
import bankroll.gateway.demo.DemoSecrets;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/**
 * Whom {@code call} calls and with what: an option, else the environment, else what {@code serve --demo} left in the
 * data directory. Secrets are never options: they would stand in the shell's history and in the process list.
 */
final class CallTarget {
    private static final String PLATFORM_URL = "http://127.0.0.1:8080/v1";
    private static final String OPERATOR_URL = "http://127.0.0.1:8081";

    @Option(
            names = "--data",
            paramLabel = "DIR",
            scope = ScopeType.INHERIT,
            description = "Where serve --demo keeps its secrets; else $BANKROLL_DATA, else ./data.")
    private Path data;

    @Option(
            names = "--url",
            paramLabel = "URL",
            scope = ScopeType.INHERIT,
            description = "The platform's base address; the demo's, or port 8080 of this machine, unless set.")
    private String url;

    @Option(
            names = "--operator-url",
            paramLabel = "URL",
            scope = ScopeType.INHERIT,
            description = "The operator's address; the demo's, or port 8081 of this machine, unless set.")
    private String operatorUrl;

    @Option(
            names = "--secret-file",
            paramLabel = "FILE",
            scope = ScopeType.INHERIT,
            description = "Holds the whsec_ secret to sign with; else $BANKROLL_PLATFORM_SECRET, else the demo's.")
    private Path secretFile;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            scope = ScopeType.INHERIT,
            description = "Holds the operator's token; else $BANKROLL_OPERATOR_TOKEN, else the demo's.")
    private Path tokenFile;

    /** What a header can carry; most of all not a file of another kind. */
    private static final Pattern TOKEN = Pattern.compile("[!-~]+");

    private final Map<String, String> environment = System.getenv();

    ServiceClient platform() {
        String address = Optional.ofNullable(url)
                .or(() -> DemoSecrets.read(demo().platformUrl()))
                .orElse(PLATFORM_URL);
        String secret = secret(secretFile, "--secret-file", "BANKROLL_PLATFORM_SECRET", demo().signingSecret());
        try {
            return ServiceClient.platform(address, secret.split("\\s+")[0]);
        } catch (IllegalArgumentException e) {
            throw new ConditionException(
                    ExitCode.USAGE, "the signing secret can't be used", "it must be whsec_ and base64");
        }
    }

    ServiceClient operator() {
        String address = Optional.ofNullable(operatorUrl)
                .or(() -> DemoSecrets.read(demo().operatorUrl()))
                .orElse(OPERATOR_URL);
        String token = secret(tokenFile, "--token-file", "BANKROLL_OPERATOR_TOKEN", demo().operatorToken());
        if (!TOKEN.matcher(token).matches()) {
            throw new ConditionException(
                    ExitCode.USAGE,
                    "the operator's token can't be used: it is not one line of visible ASCII characters",
                    "name the token's own file with --token-file, not a configuration");
        }
        return ServiceClient.operator(address, token);
    }

    /** Keeps the session for the debits that follow; only beside a demo. */
    void remember(String player, String session) {
        if (demo().exist()) {
            demo().write(demo().lastSession(), player + "\n" + session);
        }
    }

    /** The player's session of the last authenticate. */
    String session(String player) {
        return DemoSecrets.read(demo().lastSession())
                .map(text -> text.split("\n", 2))
                .filter(lines -> lines.length == 2 && lines[0].equals(player))
                .map(lines -> lines[1])
                .orElseThrow(() -> new ConditionException(
                        ExitCode.USAGE,
                        "no session of " + player + " is known here",
                        "authenticate first, or give one with --session"));
    }

    private DemoSecrets demo() {
        String named = environment.get("BANKROLL_DATA");
        Path directory = data != null ? data : Path.of(named == null || named.isBlank() ? "./data" : named);
        return DemoSecrets.in(directory);
    }

    /** A directory, or what isn't text, is no secret either. */
    private static Optional<String> read(Path file) {
        try {
            return DemoSecrets.read(file);
        } catch (UncheckedIOException e) {
            return Optional.empty();
        }
    }

    private String secret(Path file, String option, String variable, Path ofDemo) {
        if (file != null) {
            return read(file)
                    .filter(text -> !text.isEmpty())
                    .orElseThrow(() -> new ConditionException(
                            ExitCode.USAGE,
                            option + ": the file " + file + " can't be read or is empty",
                            "give another"));
        }
        return Optional.ofNullable(environment.get(variable))
                .map(String::strip)
                .filter(text -> !text.isEmpty())
                .or(() -> DemoSecrets.read(ofDemo))
                .orElseThrow(() -> new ConditionException(
                        ExitCode.USAGE,
                        "no secret to call with: " + ofDemo
                                + (Files.exists(ofDemo) ? " can't be read" : " doesn't exist"),
                        "set " + variable + ", give " + option + ", or name the demo's directory with --data"));
    }
}
