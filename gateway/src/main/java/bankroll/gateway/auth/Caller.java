package bankroll.gateway.auth;

import bankroll.gateway.config.OperatorRole;
import bankroll.gateway.config.OperatorToken;
import bankroll.gateway.config.Platform;
import bankroll.protocol.CommandHeader.Origin;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Who calls: the platform whose key matched, or the operator who bears the token. Immutable; any thread. */
public final class Caller {
    private final Origin.Kind side;
    private final String name;
    private final byte[] nameBytes;
    private final boolean hasWebhookId;
    private final OperatorRole role;
    private final List<String> clientNames;

    private Caller(Origin.Kind side, String name, boolean hasWebhookId, OperatorRole role, List<String> clientNames) {
        this.side = side;
        this.name = name;
        this.nameBytes = name.getBytes(StandardCharsets.UTF_8);
        this.hasWebhookId = hasWebhookId;
        this.role = role;
        this.clientNames = clientNames;
    }

    /** A platform as it is configured; under a scheme that signs a webhook-id or not. */
    public static Caller platform(Platform platform, boolean hasWebhookId) {
        return new Caller(Origin.Kind.PLATFORM, platform.name(), hasWebhookId, null, platform.clientNames());
    }

    /** The bearer of a token. */
    public static Caller operator(OperatorToken token) {
        return new Caller(Origin.Kind.OPERATOR, token.name(), false, token.role(), token.clientNames());
    }

    /** On which side the caller stands; recorded with every command. */
    public Origin.Kind side() {
        return side;
    }

    /** The name of the platform or the token, as configured. */
    public String name() {
        return name;
    }

    /** The name in UTF-8; not to be written to. */
    public byte[] nameBytes() {
        return nameBytes;
    }

    /** Whose transaction ids the caller uses: the platform's own; empty for an operator, who has none. */
    public String idSpace() {
        return side == Origin.Kind.PLATFORM ? name : "";
    }

    /** Whether its scheme signs a webhook-id, which makes copies of an exchange known (decisions §3). */
    public boolean hasWebhookId() {
        return hasWebhookId;
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

    /** What an operator may do; null for a platform. */
    public OperatorRole role() {
        return role;
    }
}
