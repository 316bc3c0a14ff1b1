package bankroll.gateway;

import bankroll.gateway.http.HttpExchange;
import bankroll.gateway.http.HttpHandler;
import bankroll.gateway.reply.Problem;

/**
 * The handler of one event loop that is replaced once, when recovery is done. A request goes on with the endpoint that
 * its head found. {@link #become} is for any thread.
 */
final class SwitchableHandler implements HttpHandler {
    private volatile HttpHandler current;

    SwitchableHandler(HttpHandler first) {
        current = first;
    }

    void become(HttpHandler next) {
        current = next;
    }

    @Override
    public void head(HttpExchange exchange) {
        current.head(exchange);
    }

    @Override
    public void request(HttpExchange exchange) {
        current.request(exchange);
    }

    @Override
    public Problem failure(HttpExchange exchange) {
        return current.failure(exchange);
    }
}
