package bankroll.gateway.config;

/** How a platform signs (decisions §1). */
public enum SignatureScheme {
    /** Standard Webhooks 1.0: id, time and body. */
    STANDARD,
    /** As {@link #STANDARD}, with method and path among what is signed: {@code id.timestamp.METHOD.path.body}. */
    STRICT,
    /** The header alone: an HMAC of the raw body, of the path for a GET. */
    BODY,
    /** Nothing is signed; only while both listeners are on loopback. */
    OFF
}
