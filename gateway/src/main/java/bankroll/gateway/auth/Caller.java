package bankroll.gateway.auth;

import bankroll.gateway.config.OperatorRole;
import bankroll.gateway.config.OperatorToken;
import bankroll.protocol.Origin;
import java.nio.charset.StandardCharsets;

/** Who calls: the platform whose key matched, or the operator who bears the token. Immutable; any thread. */
public final class Caller {
    private final Origin.Kind side;
    private final String name;
    private final byte[] nameBytes;
    private final boolean hasWebhookId;
    private final OperatorRole role;

    private Caller(Origin.Kind side, String name, boolean hasWebhookId, OperatorRole role) {
        this.side = side;
        this.name = name;
        this.nameBytes = name.getBytes(StandardCharsets.UTF_8);
        this.hasWebhookId = hasWebhookId;
        this.role = role;
    }

    /** A platform; under a scheme that signs a webhook-id or not. */
    public static Caller platform(String name, boolean hasWebhookId) {
        return new Caller(Origin.Kind.PLATFORM, name, hasWebhookId, null);
    }

    /** The bearer of a token. */
    public static Caller operator(OperatorToken token) {
        return new Caller(Origin.Kind.OPERATOR, token.name(), false, token.role());
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

    /** What an operator may do; null for a platform. */
    public OperatorRole role() {
        return role;
    }
}
