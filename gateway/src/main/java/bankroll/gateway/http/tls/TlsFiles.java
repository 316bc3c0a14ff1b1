package bankroll.gateway.http.tls;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Where a listener's TLS comes from; all are PEM.
 *
 * @param certificate the listener's own certificate first, then those that lead to its authority
 * @param key its private key, PKCS#8, not encrypted
 * @param clientAuthorities whose certificates clients must show; empty: none is asked for
 */
public record TlsFiles(Path certificate, Path key, Optional<Path> clientAuthorities) {}
