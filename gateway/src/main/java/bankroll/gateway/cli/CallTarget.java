package bankroll.gateway.cli;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.gateway.client.ServiceClient;
import bankroll.gateway.demo.DemoSecrets;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/**
 * Whom {@code call} calls and with what: an option, else the environment, else what {@code serve --demo} left in the
 * data directory. Secrets are never options: they would stand in the shell's history and in the process list.
 */
final class CallTarget {
    private static final String PLATFORM_URL = "http://127.0.0.1:8080/v1";

    @Mixin
    private OperatorTarget operator;

    @Option(
            names = "--url",
            paramLabel = "URL",
            scope = ScopeType.INHERIT,
            description = "The platform's base address; the demo's, or port 8080 of this machine, unless set.")
    private String url;

    @Option(
            names = "--secret-file",
            paramLabel = "FILE",
            scope = ScopeType.INHERIT,
            description = "Holds the whsec_ secret to sign with; else $BANKROLL_PLATFORM_SECRET, else the demo's.")
    private Path secretFile;

    ServiceClient platform() {
        String address = Optional.ofNullable(url)
                .or(() -> DemoSecrets.read(demo().platformUrl()))
                .orElse(PLATFORM_URL);
        String secret =
                operator.secret(secretFile, "--secret-file", "BANKROLL_PLATFORM_SECRET", demo().signingSecret());
        try {
            return ServiceClient.platform(address, operator.trust(), secret.split("\\s+")[0]);
        } catch (IllegalArgumentException e) {
            throw new ConditionException(
                    ExitCode.USAGE, "the signing secret can't be used", "it must be whsec_ and base64");
        }
    }

    ServiceClient operator() {
        return operator.operator();
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
        return operator.demo();
    }
}
