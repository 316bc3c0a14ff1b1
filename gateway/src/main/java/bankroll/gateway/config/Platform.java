package bankroll.gateway.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A game platform that may call.
 *
 * @param name how it stands in the journal; its transaction ids are a space of their own (decisions §6)
 * @param scheme how it signs
 * @param secrets its live keys, {@code whsec_…} or {@code whpk_…}; several at once while they rotate
 * @param rateLimit empty: unlimited
 * @param clientNames names in lower case, one of which its client's certificate must have; empty: any client
 */
public record Platform(
        String name,
        SignatureScheme scheme,
        List<Secret> secrets,
        Optional<RateLimit> rateLimit,
        List<String> clientNames) {
    /** A platform that may call from any client. */
    public Platform(String name, SignatureScheme scheme, List<Secret> secrets, Optional<RateLimit> rateLimit) {
        this(name, scheme, secrets, rateLimit, List.of());
    }

    /** The same with one key more. */
    Platform with(Secret key) {
        List<Secret> keys = new ArrayList<>(secrets);
        keys.add(key);
        return new Platform(name, scheme, List.copyOf(keys), rateLimit, clientNames);
    }

    /**
     * How often a platform may call: a bucket of tokens, one per request.
     *
     * @param perSecond tokens that come back each second, above 0; a fraction means less than one
     * @param burst tokens that the bucket holds, at least 1
     */
    public record RateLimit(double perSecond, long burst) {}
}
