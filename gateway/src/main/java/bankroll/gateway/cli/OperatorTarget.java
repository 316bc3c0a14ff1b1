package bankroll.gateway.cli;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.gateway.client.ServiceClient;
import bankroll.gateway.client.Trust;
import bankroll.gateway.demo.DemoSecrets;
import bankroll.gateway.http.tls.Credentials;
import bankroll.gateway.http.tls.TlsFiles;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/**
 * The operator's side of a service and the token for it: an option, else the environment, else what {@code serve --demo}
 * left in the data directory. Secrets are never options: they would stand in the shell's history and in the process list.
 */
final class OperatorTarget {
    private static final String OPERATOR_URL = "http://127.0.0.1:8081";
    private static final String TOKEN_VARIABLE = "BANKROLL_OPERATOR_TOKEN";

    /** What a header can carry; most of all not a file of another kind. */
    private static final Pattern TOKEN = Pattern.compile("[!-~]+");

    @Option(
            names = "--data",
            paramLabel = "DIR",
            scope = ScopeType.INHERIT,
            description = "Where serve --demo keeps its secrets; else $BANKROLL_DATA, else ./data.")
    private Path data;

    @Option(
            names = "--operator-url",
            paramLabel = "URL",
            scope = ScopeType.INHERIT,
            description = "The operator's address; the demo's, or port 8081 of this machine, unless set.")
    private String operatorUrl;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            scope = ScopeType.INHERIT,
            description = "Holds the operator's token; else $BANKROLL_OPERATOR_TOKEN, else the demo's.")
    private Path tokenFile;

    @Mixin
    private TlsOptions tls = new TlsOptions();

    private List<Path> authorities = List.of();

    private final Map<String, String> environment = System.getenv();

    /** To be filled from a command line. */
    OperatorTarget() {}

    /**
     * Of options that were read elsewhere; null for what wasn't given.
     *
     * @param authorities where {@code tls} names none
     */
    OperatorTarget(Path data, String operatorUrl, Path tokenFile, TlsOptions tls, List<Path> authorities) {
        this.data = data;
        this.operatorUrl = operatorUrl;
        this.tokenFile = tokenFile;
        this.tls = tls;
        this.authorities = authorities;
    }

    /** Whose certificates are believed, and which one is shown. */
    Trust trust() {
        return tls.trust(authorities);
    }

    /** Shows the token with every call. */
    ServiceClient operator() {
        return operator(url());
    }

    /** The same at another address. */
    ServiceClient operator(String address) {
        String token = secret(tokenFile, "--token-file", TOKEN_VARIABLE, demo().operatorToken());
        if (!TOKEN.matcher(token).matches()) {
            throw new ConditionException(
                    ExitCode.USAGE,
                    "the operator's token can't be used: it is not one line of visible ASCII characters",
                    "name the token's own file with --token-file, not a configuration");
        }
        return ServiceClient.operator(address, trust(), token);
    }

    /** The same where a token is known, by this demo too; none else. */
    Optional<ServiceClient> operatorIfKnown(Optional<DemoSecrets> demo) {
        boolean isKnown = tokenFile != null
                || environment.containsKey(TOKEN_VARIABLE)
                || demo.map(DemoSecrets::operatorToken).filter(Files::exists).isPresent();
        return isKnown ? Optional.of(operator()) : Optional.empty();
    }

    /** For health and metrics, which need no token. */
    ServiceClient withoutToken() {
        return ServiceClient.open(url(), trust());
    }

    private String url() {
        return Optional.ofNullable(operatorUrl)
                .or(() -> DemoSecrets.read(demo().operatorUrl()))
                .orElse(OPERATOR_URL);
    }

    DemoSecrets demo() {
        String named = environment.get("BANKROLL_DATA");
        Path directory = data != null ? data : Path.of(named == null || named.isBlank() ? "./data" : named);
        return DemoSecrets.in(directory);
    }

    /** A directory, or what isn't text, is no secret either. */
    static Optional<String> read(Path file) {
        try {
            return DemoSecrets.read(file);
        } catch (UncheckedIOException e) {
            return Optional.empty();
        }
    }

    /** A secret, from where it is looked for in this order. */
    String secret(Path file, String option, String variable, Path ofDemo) {
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
                                + (Files.notExists(ofDemo)
                                        ? " doesn't exist"
                                        : " can't be read, or its directory not entered, by this user"),
                        "set " + variable + ", give " + option + ", or name the demo's directory with --data"));
    }

    /** Whom a client believes over https, and who it says it is itself. */
    static final class TlsOptions {
        @Option(
                names = "--ca-file",
                paramLabel = "FILE",
                scope = ScopeType.INHERIT,
                description =
                        "Certificates, PEM: over https the service is believed when one of them has signed its certificate,"
                                + " or is it. May be given again. Else the configuration's or the demo's, else the authorities"
                                + " that Java knows.")
        private List<Path> authorities = List.of();

        @Option(
                names = "--cert-file",
                paramLabel = "FILE",
                scope = ScopeType.INHERIT,
                description =
                        "The client's own certificate first, PEM: for a listener that asks for one. With --key-file.")
        private Path certificate;

        @Option(
                names = "--key-file",
                paramLabel = "FILE",
                scope = ScopeType.INHERIT,
                description = "Its private key, PEM, PKCS#8, not encrypted.")
        private Path key;

        /**
         * Both.
         *
         * @param known authorities where the command line names none
         */
        Trust trust(List<Path> known) {
            if ((certificate == null) != (key == null)) {
                throw ConditionException.misuse("--cert-file and --key-file belong together");
            }
            Trust trust = Trust.of(authorities.isEmpty() ? known : authorities);
            if (certificate == null) {
                return trust;
            }
            Credentials own = Credentials.load(new TlsFiles(certificate, key, Optional.empty()));
            return trust.showing(own.chain(), own.key());
        }
    }
}
