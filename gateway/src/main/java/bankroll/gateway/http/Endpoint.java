package bankroll.gateway.http;

import bankroll.gateway.reply.Problem;

/** One operation behind a route. */
@FunctionalInterface
public interface Endpoint {
    /** The whole request has arrived; see {@link HttpHandler#request}. */
    void handle(HttpExchange exchange);

    /** What to answer when {@link #handle} threw. */
    default Problem failure() {
        return Problem.INTERNAL;
    }
}
