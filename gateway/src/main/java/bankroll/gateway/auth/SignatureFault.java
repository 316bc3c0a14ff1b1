package bankroll.gateway.auth;

import java.util.Locale;

/**
 * Why nobody is known to have signed a request, in the order in which it is looked at. The reason is counted and logged;
 * what the caller reads besides is {@link Found#detail}: enough to mend the request, nothing about keys.
 */
public enum SignatureFault {
    /** One of the headers is missing, empty or there more than once. */
    HEADER_MISSING,
    /** A header is there and can't be one of the scheme. */
    HEADER_MALFORMED,
    /** The time is further off than is tolerated. */
    STALE,
    /** No entry of the list can be read as a signature. */
    NO_SIGNATURE,
    /** There are signatures, and no live key made one of them. */
    NO_KEY;

    /** The word in metrics and in the security log. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    Found found(String detail) {
        return new Found(this, detail);
    }

    /**
     * A fault of one request.
     *
     * @param fault its reason
     * @param detail for the caller: which header, how far off; no key, no signature, no secret
     */
    public record Found(SignatureFault fault, String detail) {}
}
