package bankroll.gateway.api;

import bankroll.gateway.auth.Caller;
import bankroll.gateway.http.Exchange;

/**
 * Who may call, and how much: the one place for rules about a caller, before anything of a body is parsed. One instance
 * per event loop.
 */
@FunctionalInterface
public interface Admission {
    /**
     * Lets a whole request in or answers it.
     *
     * @param hasBody whether the route's method has a body
     * @return the caller; null when the exchange has been answered
     */
    Caller admit(Exchange exchange, boolean hasBody);

    /**
     * Does a part of what {@link #admit} needs for a whole request, a few milliseconds of it. Called again, in a later turn
     * of the loop, until it is true.
     */
    default boolean prepare(Exchange exchange, boolean hasBody) {
        return true;
    }

    /** Answers a request that its head alone refuses, before its body is taken; the rest is asked again when it is whole. */
    default void head(Exchange exchange, boolean hasBody) {}

    /** Answers a request whose head is too long, if the header in which it became so is longer than any of its name may be. */
    default void longHeader(Exchange exchange, String name, int length) {}
}
