package bankroll.gateway.config;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * How the settings of one listener's TLS must fit together.
 *
 * @param loaded the values of all settings
 * @param certificate the listener's
 * @param key its private key
 * @param clientAuthorities who vouches for its clients
 */
record TlsRules(
        Configuration loaded,
        Setting<Optional<Path>> certificate,
        Setting<Optional<Path>> key,
        Setting<Optional<Path>> clientAuthorities) {

    static TlsRules platform(Configuration loaded) {
        return new TlsRules(
                loaded,
                Settings.PLATFORM_CERTIFICATE,
                Settings.PLATFORM_CERTIFICATE_KEY,
                Settings.PLATFORM_CLIENT_AUTHORITIES);
    }

    static TlsRules operator(Configuration loaded) {
        return new TlsRules(
                loaded,
                Settings.OPERATOR_CERTIFICATE,
                Settings.OPERATOR_CERTIFICATE_KEY,
                Settings.OPERATOR_CLIENT_AUTHORITIES);
    }

    /**
     * Whatever doesn't fit is a finding.
     *
     * @param bound platforms or tokens that are bound to the names of clients
     */
    void check(List<String> bound, Findings findings) {
        if (loaded.get(certificate).isPresent() != loaded.get(key).isPresent()) {
            findings.problem(certificate.key() + " and " + key.key() + " belong together: give both or none");
        }
        if (loaded.get(clientAuthorities).isPresent() && loaded.get(certificate).isEmpty()) {
            findings.problem(clientAuthorities.key() + " needs " + certificate.key()
                    + ": clients show certificates over TLS only");
        }
        if (!bound.isEmpty() && loaded.get(clientAuthorities).isEmpty()) {
            findings.problem("client-names of " + String.join(", ", bound) + " need " + clientAuthorities.key()
                    + ": without it no client shows a certificate");
        }
        loaded.get(key).ifPresent(path -> refuseIfOpen(path, findings));
    }

    private void refuseIfOpen(Path path, Findings findings) {
        try {
            SecretFile.refuseIfOpen(key.key(), path, findings);
        } catch (IOException e) {
            findings.problem(
                    key.key() + ": " + path + " can't be read (" + e.getClass().getSimpleName() + ")");
        }
    }
}
