package bankroll.protocol;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Where SHA-256 comes from. */
public final class Sha256 {
    private Sha256() {}

    /** A new one, for one thread. */
    public static MessageDigest create() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
