package bankroll.gateway.auth;

/**
 * One live key and how it signs. An instance belongs to one event loop, because it reuses its cryptographic state;
 * adding a scheme is a class here and a word in the configuration.
 */
interface SigningScheme {
    /** Whether any signature that the request lists is this key's, compared in constant time. */
    boolean matches(SignedRequest request, long nowMs);
}
