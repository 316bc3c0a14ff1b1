package bankroll.gateway.http;

/** Hears of every answer, on its event loop, as it goes out. Must not block or throw. */
@FunctionalInterface
public interface ExchangeObserver {
    /** Hears nothing. */
    ExchangeObserver NONE = (route, status, elapsedNs) -> {};

    /**
     * An answer goes out.
     *
     * @param route method and path as the route was added, as {@code GET /transactions/{id}} (for HEAD too); null where
     *     no route was found
     * @param status its HTTP status
     * @param elapsedNs since the request's head arrived
     */
    void answered(String route, int status, long elapsedNs);
}
