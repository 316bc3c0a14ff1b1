package bankroll.gateway.config;

import java.util.List;

/**
 * The listener of the operator API, health and metrics.
 *
 * @param listen where
 * @param tokens who may call
 */
public record OperatorListener(HostPort listen, List<OperatorToken> tokens) {}
