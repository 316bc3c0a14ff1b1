package bankroll.gateway.config;

/**
 * A bearer token of the operator API.
 *
 * @param name recorded with every change that its bearer makes
 * @param role what its bearer may do
 * @param token the token itself
 */
public record OperatorToken(String name, OperatorRole role, Secret token) {}
