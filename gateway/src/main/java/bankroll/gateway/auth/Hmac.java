package bankroll.gateway.auth;

import bankroll.protocol.Sha256;
import java.security.MessageDigest;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.ShortBufferException;

/** HMAC-SHA256 under one key; one event loop. */
final class Hmac {
    static final int BYTES = 32;

    private final Mac mac;
    private final byte[] computed = new byte[BYTES];

    Hmac(byte[] key) {
        mac = Sha256.hmac(key);
    }

    void update(byte[] bytes, int length) {
        mac.update(bytes, 0, length);
    }

    /** Ends the computation; looks at every signature, whether or not one has matched. */
    boolean isAnyOf(List<byte[]> signatures) {
        try {
            mac.doFinal(computed, 0);
        } catch (ShortBufferException e) {
            throw new IllegalStateException(e);
        }
        boolean matches = false;
        for (byte[] signature : signatures) {
            matches |= MessageDigest.isEqual(computed, signature);
        }
        return matches;
    }
}
