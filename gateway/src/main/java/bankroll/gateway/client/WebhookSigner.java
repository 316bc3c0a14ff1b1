package bankroll.gateway.client;

import bankroll.protocol.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.crypto.Mac;

/** Signs as a platform does, by Standard Webhooks 1.0 (decisions §1). One thread. */
final class WebhookSigner {
    private static final String PREFIX = "whsec_";

    private final Mac mac;

    private WebhookSigner(Mac mac) {
        this.mac = mac;
    }

    /** Signs with a {@code whsec_…} secret, padded or not. */
    static WebhookSigner of(String secret) {
        if (!secret.startsWith(PREFIX)) {
            throw new IllegalArgumentException("a signing secret begins with " + PREFIX);
        }
        byte[] key = Base64.getDecoder().decode(secret.substring(PREFIX.length()));
        return new WebhookSigner(Sha256.hmac(key));
    }

    /** The three headers of a message. */
    Map<String, String> headers(String id, long timestampSeconds, byte[] body) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("webhook-id", id);
        headers.put("webhook-timestamp", Long.toString(timestampSeconds));
        headers.put("webhook-signature", sign(id, timestampSeconds, body));
        return headers;
    }

    /** The value of {@code webhook-signature}. */
    String sign(String id, long timestampSeconds, byte[] body) {
        mac.update((id + "." + timestampSeconds + ".").getBytes(StandardCharsets.UTF_8));
        return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
    }
}
