package bankroll.gateway.http.tls;

import java.security.cert.Certificate;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;

/**
 * Whom a certificate names: its alternative names that are DNS names, URIs or mail addresses; its common name only if it
 * has none.
 */
final class CertificateNames {
    private static final int MAIL = 1;
    private static final int DNS = 2;
    private static final int URI = 6;

    private CertificateNames() {}

    /** The names in lower case; empty when it has none that could be understood. */
    static List<String> of(Certificate certificate) {
        try {
            X509Certificate x509 = (X509Certificate) certificate;
            Collection<List<?>> alternatives = x509.getSubjectAlternativeNames();
            return alternatives == null ? commonNames(x509) : texts(alternatives);
        } catch (CertificateParsingException | InvalidNameException e) {
            return List.of();
        }
    }

    private static List<String> texts(Collection<List<?>> alternatives) {
        List<String> names = new ArrayList<>();
        for (List<?> alternative : alternatives) {
            int kind = (Integer) alternative.get(0);
            if (kind == DNS || kind == URI || kind == MAIL) {
                names.add(((String) alternative.get(1)).toLowerCase(Locale.ROOT));
            }
        }
        return List.copyOf(names);
    }

    private static List<String> commonNames(X509Certificate certificate) throws InvalidNameException {
        return new LdapName(certificate.getSubjectX500Principal().getName())
                .getRdns().stream()
                        .filter(rdn -> rdn.getType().equalsIgnoreCase("CN"))
                        .map(Rdn::getValue)
                        .map(value -> String.valueOf(value).toLowerCase(Locale.ROOT))
                        .toList();
    }
}
