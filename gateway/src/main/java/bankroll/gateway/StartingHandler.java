package bankroll.gateway;

import bankroll.gateway.http.HttpExchange;
import bankroll.gateway.http.HttpHandler;
import bankroll.gateway.reply.Problem;

/** While the engine recovers: health is told, the operator API is {@code unavailable}. */
final class StartingHandler implements HttpHandler {
    private final HttpHandler health;

    StartingHandler(HttpHandler health) {
        this.health = health;
    }

    @Override
    public void head(HttpExchange exchange) {
        if (exchange.path().startsWith("/operator/")) {
            exchange.problem(Problem.UNAVAILABLE, "the service is starting");
        } else {
            health.head(exchange);
        }
    }

    @Override
    public void request(HttpExchange exchange) {
        health.request(exchange);
    }

    @Override
    public Problem failure(HttpExchange exchange) {
        return health.failure(exchange);
    }
}
