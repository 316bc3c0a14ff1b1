package bankroll.gateway.config;

import java.util.List;

/**
 * A bearer token of the operator API.
 *
 * @param name recorded with every change that its bearer makes
 * @param role what its bearer may do
 * @param token the token itself
 * @param clientNames names in lower case, one of which its bearer's certificate must have; empty: any client
 */
public record OperatorToken(String name, OperatorRole role, Secret token, List<String> clientNames) {
    /** A token for any client. */
    public OperatorToken(String name, OperatorRole role, Secret token) {
        this(name, role, token, List.of());
    }
}
