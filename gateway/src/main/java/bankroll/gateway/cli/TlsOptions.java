package bankroll.gateway.cli;

import bankroll.condition.ConditionException;
import bankroll.gateway.client.Trust;
import bankroll.gateway.http.tls.Credentials;
import bankroll.gateway.http.tls.TlsFiles;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** Whom a client believes over https, and who it says it is itself. */
final class TlsOptions {
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
            description = "The client's own certificate first, PEM: for a listener that asks for one. With --key-file.")
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
