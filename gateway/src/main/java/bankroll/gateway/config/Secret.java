package bankroll.gateway.config;

import bankroll.protocol.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A text that nobody may read in a log, as {@link #toString} masks it; and what such a text must look like before anybody
 * trusts it.
 */
public final class Secret {
    static final String SIGNING =
            "whsec_ and the base64 of 16 to 512 bytes, or whpk_ and the base64 of an ed25519 key (32 bytes)";
    static final int LEAST_TOKEN = 16;
    static final String TOKEN = "16 to 512 visible ASCII characters";

    /** Stands before the base64 of a secret that both sides know. */
    public static final String SYMMETRIC = "whsec_";
    /** Stands before the base64 of a public key. */
    public static final String PUBLIC = "whpk_";

    private static final String ALGORITHM = "Ed25519";
    private static final int ED25519_BYTES = 32;
    /** What stands before the key in X.509 (RFC 8410). */
    private static final byte[] X509_PREFIX = HexFormat.of().parseHex("302a300506032b6570032100");

    private static final Pattern SIGNING_KEY = Pattern.compile("(wh(?:sec|pk)_)[A-Za-z0-9+/=_-]+");

    private final String text;

    /** Wraps the text as it was given. */
    public Secret(String text) {
        this.text = Objects.requireNonNull(text, "secret");
    }

    /** The text itself; never to be logged. */
    public String reveal() {
        return text;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Secret secret && text.equals(secret.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    /**
     * Eight hexadecimal digits that tell one secret from another and nothing of either, for what people read: the
     * configuration as it is shown, metrics.
     */
    public String id() {
        byte[] id = Sha256.hmac(text.getBytes(StandardCharsets.UTF_8))
                .doFinal("bankroll key id".getBytes(StandardCharsets.US_ASCII));
        return HexFormat.of().formatHex(id, 0, 4);
    }

    /** A sentence without any signing key that stands in it. */
    static String mask(String sentence) {
        return SIGNING_KEY.matcher(sentence).replaceAll("$1••••");
    }

    /** Its kind and length, nothing that helps to guess it. */
    @Override
    public String toString() {
        int prefix = text.startsWith(SYMMETRIC) || isPublic(text) ? text.indexOf('_') + 1 : 0;
        return text.substring(0, prefix) + "•••• (" + (text.length() - prefix) + " characters)";
    }

    /** Whether it can be a signing secret. */
    static boolean isSigning(String text) {
        if (text.startsWith(SYMMETRIC)) {
            int length = decoded(text.substring(SYMMETRIC.length())).length;
            return length >= 16 && length <= 512;
        }
        return isPublic(text)
                && ed25519(decoded(text.substring(PUBLIC.length()))).isPresent();
    }

    /** Tells keys apart, not spellings: what two secrets have in common when whatever one signs, the other has signed. */
    static String keyOf(String text) {
        if (isPublic(text)) {
            return PUBLIC + HexFormat.of().formatHex(decoded(text.substring(PUBLIC.length())));
        }
        byte[] signed = Sha256.hmac(decoded(text.substring(SYMMETRIC.length()))).doFinal();
        return SYMMETRIC + HexFormat.of().formatHex(signed);
    }

    /** Whether it begins as a public key does. */
    static boolean isPublic(String text) {
        return text.startsWith(PUBLIC);
    }

    /** Whether it can be an operator's token. */
    static boolean isToken(String text) {
        return text.length() >= LEAST_TOKEN
                && text.length() <= 512
                && text.chars().allMatch(c -> c > ' ' && c < 0x7f);
    }

    /** No bytes for what is no base64. */
    private static byte[] decoded(String base64) {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            return new byte[0];
        }
    }

    /**
     * The key that {@code whpk_} names; empty when the bytes are none that a signature could be checked with: half of what is so
     * long is no point of the curve.
     */
    public static Optional<PublicKey> ed25519(byte[] bytes) {
        if (bytes.length != ED25519_BYTES) {
            return Optional.empty();
        }
        byte[] encoded = Arrays.copyOf(X509_PREFIX, X509_PREFIX.length + ED25519_BYTES);
        System.arraycopy(bytes, 0, encoded, X509_PREFIX.length, ED25519_BYTES);
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
