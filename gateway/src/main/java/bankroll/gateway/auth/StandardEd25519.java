package bankroll.gateway.auth;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.spec.X509EncodedKeySpec;
import java.util.HexFormat;
import java.util.List;

/** Standard Webhooks 1.0, {@code v1a}: ed25519 over id, time and raw body, checked with a public key. */
final class StandardEd25519 implements SigningScheme {
    private static final int KEY_BYTES = 32;

    private static final int SIGNATURE_BYTES = 64;
    /** What stands before the 32 bytes of an ed25519 key in X.509 (RFC 8410). */
    private static final byte[] X509_PREFIX = HexFormat.of().parseHex("302a300506032b6570032100");

    private final Signature verifier;
    private final PublicKey key;
    private final long toleranceSeconds;

    StandardEd25519(byte[] publicKey, long toleranceSeconds) {
        if (publicKey.length != KEY_BYTES) {
            throw new IllegalArgumentException("an ed25519 public key has 32 bytes");
        }
        this.toleranceSeconds = toleranceSeconds;
        byte[] encoded = new byte[X509_PREFIX.length + KEY_BYTES];
        System.arraycopy(X509_PREFIX, 0, encoded, 0, X509_PREFIX.length);
        System.arraycopy(publicKey, 0, encoded, X509_PREFIX.length, KEY_BYTES);
        try {
            key = KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(encoded));
            verifier = Signature.getInstance("Ed25519");
            verifier.initVerify(key);
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("not an ed25519 public key", e);
        }
    }

    @Override
    public boolean matches(SignedRequest request, long nowMs) {
        if (!StandardContent.isAcceptable(request, nowMs, toleranceSeconds)) {
            return false;
        }
        List<String> entries = SignatureList.entries(request.signature());
        if (entries == null) {
            return false;
        }
        byte[] prefix = StandardContent.prefix(request);
        boolean matches = false;
        for (byte[] signature : SignatureList.ofVersion(entries, "v1a", SIGNATURE_BYTES)) {
            matches |= verifies(prefix, request, signature);
        }
        return matches;
    }

    private boolean verifies(byte[] prefix, SignedRequest request, byte[] signature) {
        try {
            verifier.initVerify(key);
            verifier.update(prefix);
            if (request.body() != null) {
                verifier.update(request.body(), 0, request.bodyLength());
            }
            return verifier.verify(signature);
        } catch (SignatureException notEvenASignature) {
            return false;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a key that worked at start no longer does", e);
        }
    }
}
