package bankroll.gateway.auth;

import java.util.List;

/**
 * One live key and how it signs. An instance belongs to one event loop, because it reuses its cryptographic state;
 * adding a scheme is a class here and a word in the configuration.
 */
interface SigningScheme {
    /** How often {@link #matches} is to be asked about these entries: each time takes about what hashing the body once does. */
    default int attempts(List<String> entries) {
        return 1;
    }

    /**
     * Whether a signature that the request lists is this key's, compared in constant time.
     *
     * @param entries of the request's list; id and time have been judged where {@link #signsIdAndTime}
     * @param attempt from 0: of a scheme that can't compare all of them at once, which one is looked at
     */
    boolean matches(SignedRequest request, List<String> entries, int attempt);

    /** Whether any entry can be read as a signature of this scheme. */
    boolean canRead(List<String> entries);

    /** Whether {@code webhook-id} and {@code webhook-timestamp} are signed too, and so must be there and near. */
    default boolean signsIdAndTime() {
        return true;
    }
}
