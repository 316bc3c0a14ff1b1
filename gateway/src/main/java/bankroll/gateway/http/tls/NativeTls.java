package bankroll.gateway.http.tls;

import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.OpenSslContextOption;
import io.netty.handler.ssl.OpenSslPrivateKeyMethod;
import io.netty.handler.ssl.OpenSslX509KeyManagerFactory;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.cert.X509Certificate;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;
import java.util.Map;
import java.util.Set;
import javax.net.ssl.SSLEngine;
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

    /**
     * Signs handshakes for BoringSSL, which would do it on the event loop: so it is a task like those of the JDK's engine, for
     * the thread that computes handshakes. Any thread.
     */
    private static final class HandshakeSigner implements OpenSslPrivateKeyMethod {
        private static final String PSS = "RSASSA-PSS";

        private static final Map<Integer, How> BY_CODE = Map.of(
                SSL_SIGN_ECDSA_SECP256R1_SHA256, new How("SHA256withECDSA", null),
                SSL_SIGN_ECDSA_SECP384R1_SHA384, new How("SHA384withECDSA", null),
                SSL_SIGN_ECDSA_SECP521R1_SHA512, new How("SHA512withECDSA", null),
                SSL_SIGN_RSA_PKCS1_SHA256, new How("SHA256withRSA", null),
                SSL_SIGN_RSA_PKCS1_SHA384, new How("SHA384withRSA", null),
                SSL_SIGN_RSA_PKCS1_SHA512, new How("SHA512withRSA", null),
                SSL_SIGN_RSA_PSS_RSAE_SHA256, pss("SHA-256", MGF1ParameterSpec.SHA256, 32),
                SSL_SIGN_RSA_PSS_RSAE_SHA384, pss("SHA-384", MGF1ParameterSpec.SHA384, 48),
                SSL_SIGN_RSA_PSS_RSAE_SHA512, pss("SHA-512", MGF1ParameterSpec.SHA512, 64));

        private final PrivateKey key;

        /** How a signature is made: its name in the JDK, and its parameters where it has some. */
        private record How(String algorithm, PSSParameterSpec parameters) {}

        HandshakeSigner(PrivateKey key) {
            this.key = key;
        }

        private static How pss(String digest, MGF1ParameterSpec mask, int saltBytes) {
            return new How(PSS, new PSSParameterSpec(digest, "MGF1", mask, saltBytes, 1));
        }

        @Override
        public byte[] sign(SSLEngine engine, int code, byte[] input) throws GeneralSecurityException {
            How how = BY_CODE.get(code);
            if (how == null) {
                throw new SignatureException("no signature of the kind " + code);
            }
            Signature signature = Signature.getInstance(how.algorithm());
            if (how.parameters() != null) {
                signature.setParameter(how.parameters());
            }
            signature.initSign(key);
            signature.update(input);
            return signature.sign();
        }

        /** Only ciphers without forward secrecy would need it. */
        @Override
        public byte[] decrypt(SSLEngine engine, byte[] input) throws GeneralSecurityException {
            throw new SignatureException("no key exchange without forward secrecy");
        }
    }
}
