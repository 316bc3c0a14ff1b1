package bankroll.gateway.auth;

import java.nio.charset.StandardCharsets;

/** The platform whose key matched. Immutable; any thread. */
public final class Caller {
    private final String name;
    private final byte[] nameBytes;
    private final boolean hasWebhookId;

    Caller(String name, boolean hasWebhookId) {
        this.name = name;
        this.nameBytes = name.getBytes(StandardCharsets.UTF_8);
        this.hasWebhookId = hasWebhookId;
    }

    /** The platform's name, as configured. */
    public String name() {
        return name;
    }

    /** The name in UTF-8; not to be written to. */
    public byte[] nameBytes() {
        return nameBytes;
    }

    /** Whether its scheme signs a webhook-id, which makes copies of an exchange known (decisions §3). */
    public boolean hasWebhookId() {
        return hasWebhookId;
    }
}
