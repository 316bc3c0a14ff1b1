package bankroll.gateway.ops;

import bankroll.gateway.http.HttpCounters;
import java.util.function.Supplier;

/**
 * A listener whose figures are shown.
 *
 * @param requests what it answered
 * @param connections who is connected; null before it listens
 */
public record Listener(RequestMetrics requests, Supplier<HttpCounters> connections) {}
