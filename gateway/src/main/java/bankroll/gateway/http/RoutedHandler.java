package bankroll.gateway.http;

import bankroll.gateway.reply.Problem;

/** Sends each request to the endpoint of its route; no route is the first thing that can go wrong (decisions §2). */
public final class RoutedHandler implements HttpHandler {
    private final Routes routes;

    public RoutedHandler(Routes routes) {
        this.routes = routes;
    }

    @Override
    public void head(HttpExchange exchange) {
        routes.route(exchange);
    }

    @Override
    public void request(HttpExchange exchange) {
        exchange.endpoint().handle(exchange);
    }

    @Override
    public Problem failure(HttpExchange exchange) {
        return exchange.endpoint() == null
                ? Problem.INTERNAL
                : exchange.endpoint().failure();
    }
}
