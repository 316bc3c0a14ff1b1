package bankroll.gateway.auth;

import java.util.List;

/**
 * One live key and how it signs. An instance belongs to one event loop, because it reuses its cryptographic state;
 * adding a scheme is a class here and a word in the configuration.
 */
interface SigningScheme {
    /**
     * Whether any signature that the request lists is this key's, compared in constant time.
     *
     * @param entries of the request's list; id and time have been judged where {@link #signsIdAndTime}
     */
    boolean matches(SignedRequest request, List<String> entries);

    /** Whether any entry can be read as a signature of this scheme. */
    boolean canRead(List<String> entries);

    /** Whether {@code webhook-id} and {@code webhook-timestamp} are signed too, and so must be there and near. */
    default boolean signsIdAndTime() {
        return true;
    }
}
