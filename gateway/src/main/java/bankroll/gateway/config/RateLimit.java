package bankroll.gateway.config;

/**
 * How often a platform may call: a bucket of tokens, one per request.
 *
 * @param perSecond tokens that come back each second, above 0; a fraction means less than one
 * @param burst tokens that the bucket holds, at least 1
 */
public record RateLimit(double perSecond, long burst) {}
