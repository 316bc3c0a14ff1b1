package bankroll.gateway.http.tls;

import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.OpenSslContextOption;
import io.netty.handler.ssl.OpenSslX509KeyManagerFactory;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.Set;
import javax.net.ssl.SSLException;

/** BoringSSL as a native library, which is there for some kinds of machine only. Stateless; any thread. */
final class NativeTls {
    /** Kinds of keys that it takes without being asked to. */
    private static final Set<String> KEYS = Set.of("RSA", "EC");

    private NativeTls() {}

    /** Why there is none for these credentials; null when there is. */
    static String obstacle(Credentials credentials) {
        if (!OpenSsl.isAvailable()) {
            return "the native library can't be loaded (" + OpenSsl.unavailabilityCause() + ")";
        }
        String kind = credentials.key().getAlgorithm();
        return KEYS.contains(kind) ? null : "the native library takes no keys of the kind " + kind;
    }

    /** What is running. */
    static String version() {
        return OpenSsl.versionString();
    }

    /** Begins a context that signs handshakes where they are computed, not on the event loop. */
    static SslContextBuilder forServer(Credentials credentials) throws SSLException {
        try {
            X509Certificate[] chain = credentials.chain().toArray(X509Certificate[]::new);
            return SslContextBuilder.forServer(OpenSslX509KeyManagerFactory.newKeyless(chain))
                    .sslProvider(SslProvider.OPENSSL)
                    .option(OpenSslContextOption.PRIVATE_KEY_METHOD, new HandshakeSigner(credentials.key()));
        } catch (GeneralSecurityException | IOException e) {
            throw new SSLException(e);
        }
    }
}
