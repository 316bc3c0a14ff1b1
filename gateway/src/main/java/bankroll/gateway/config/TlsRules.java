package bankroll.gateway.config;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How the settings of one listener's TLS must fit together.
 *
 * @param values of all settings
 * @param certificate the listener's
 * @param key its private key
 * @param clientAuthorities who vouches for its clients
 */
record TlsRules(
        Map<Setting<?>, Object> values,
        Setting<Optional<Path>> certificate,
        Setting<Optional<Path>> key,
        Setting<Optional<Path>> clientAuthorities) {

    static TlsRules platform(Map<Setting<?>, Object> values) {
        return new TlsRules(
                values,
                Settings.PLATFORM_CERTIFICATE,
                Settings.PLATFORM_CERTIFICATE_KEY,
                Settings.PLATFORM_CLIENT_AUTHORITIES);
    }

    static TlsRules operator(Map<Setting<?>, Object> values) {
        return new TlsRules(
                values,
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
        if (file(certificate).isPresent() != file(key).isPresent()) {
            findings.problem(certificate.key() + " and " + key.key() + " belong together: give both or none");
        }
        if (file(clientAuthorities).isPresent() && file(certificate).isEmpty()) {
            findings.problem(clientAuthorities.key() + " needs " + certificate.key()
                    + ": clients show certificates over TLS only");
        }
        if (!bound.isEmpty() && file(clientAuthorities).isEmpty()) {
            findings.problem("client-names of " + String.join(", ", bound) + " need " + clientAuthorities.key()
                    + ": without it no client shows a certificate");
        }
        file(key).ifPresent(path -> refuseIfOpen(path, findings));
    }

    @SuppressWarnings("unchecked") // the loader puts in what the setting's own parser made
    private Optional<Path> file(Setting<Optional<Path>> setting) {
        Object value = values.get(setting);
        return value == null ? Optional.empty() : (Optional<Path>) value;
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
