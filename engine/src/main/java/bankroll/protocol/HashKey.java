package bankroll.protocol;

import java.security.SecureRandom;

/**
 * The journal's secret for hashing ids; drawn when a journal is born and kept in its first entry.
 *
 * @param first first half
 * @param second second half
 */
public record HashKey(long first, long second) {
    /** Draws a new key. */
    public static HashKey random(SecureRandom random) {
        return new HashKey(random.nextLong(), random.nextLong());
    }

    /** Says nothing of the secret. */
    @Override
    public String toString() {
        return "HashKey[secret]";
    }
}
