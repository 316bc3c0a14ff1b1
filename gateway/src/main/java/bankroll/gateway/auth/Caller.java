package bankroll.gateway.auth;

import bankroll.gateway.config.OperatorRole;
import bankroll.gateway.config.OperatorToken;
import bankroll.gateway.config.Platform;
import bankroll.protocol.CommandHeader.Origin;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Who calls: the platform whose key matched, or the operator who bears the token. Immutable; any thread.
 *
 * @param side on which the caller stands; recorded with every command
 * @param name of the platform or the token, as configured
 * @param nameBytes the name in UTF-8; not to be written to
 * @param hasWebhookId whether its scheme signs a webhook-id, which makes copies of an exchange known (decisions §3)
 * @param role what an operator may do; null for a platform
 * @param clientNames names in lower case, one of which its client's certificate must have; empty: any client
 */
public record Caller(
        Origin.Kind side,
        String name,
        byte[] nameBytes,
        boolean hasWebhookId,
        OperatorRole role,
        List<String> clientNames) {
    /** A platform as it is configured; under a scheme that signs a webhook-id or not. */
    public static Caller platform(Platform platform, boolean hasWebhookId) {
        return new Caller(
                Origin.Kind.PLATFORM,
                platform.name(),
                platform.name().getBytes(StandardCharsets.UTF_8),
                hasWebhookId,
                null,
                platform.clientNames());
    }

    /** The bearer of a token. */
    public static Caller operator(OperatorToken token) {
        return new Caller(
                Origin.Kind.OPERATOR,
                token.name(),
                token.name().getBytes(StandardCharsets.UTF_8),
                false,
                token.role(),
                token.clientNames());
    }

    /** Whose transaction ids the caller uses: the platform's own; empty for an operator, who has none. */
    public String idSpace() {
        return side == Origin.Kind.PLATFORM ? name : "";
    }

    /**
     * Whether the caller may come from a client with this certificate: secret or token alone don't suffice where names are
     * configured.
     *
     * @param names whom the client's certificate names, in lower case; empty without one
     */
    public boolean mayComeFrom(List<String> names) {
        return clientNames.isEmpty() || names.stream().anyMatch(clientNames::contains);
    }
}
