package bankroll.gateway.config;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/** A platform's public key, as {@code whpk_} has it. Not every 32 bytes are one: half of them are no point of the curve. */
public final class Ed25519Key {
    private static final String ALGORITHM = "Ed25519";
    private static final int BYTES = 32;
    /** What stands before the key in X.509 (RFC 8410). */
    private static final byte[] X509_PREFIX = HexFormat.of().parseHex("302a300506032b6570032100");

    private Ed25519Key() {}

    /** The key; empty when the bytes are none that a signature could be checked with. */
    public static Optional<PublicKey> of(byte[] bytes) {
        if (bytes.length != BYTES) {
            return Optional.empty();
        }
        byte[] encoded = Arrays.copyOf(X509_PREFIX, X509_PREFIX.length + BYTES);
        System.arraycopy(bytes, 0, encoded, X509_PREFIX.length, BYTES);
        try {
            PublicKey key = KeyFactory.getInstance(ALGORITHM).generatePublic(new X509EncodedKeySpec(encoded));
            // only now it is looked for on the curve
            Signature.getInstance(ALGORITHM).initVerify(key);
            return Optional.of(key);
        } catch (GeneralSecurityException e) {
            return Optional.empty();
        }
    }
}
