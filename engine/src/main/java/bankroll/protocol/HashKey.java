package bankroll.protocol;

/**
 * The journal's secret for hashing ids; drawn when a journal is born and kept in its first entry.
 *
 * @param first first half
 * @param second second half
 */
public record HashKey(long first, long second) {
    /** Says nothing of the secret. */
    @Override
    public String toString() {
        return "HashKey[secret]";
    }
}
