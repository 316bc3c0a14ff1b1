package bankroll.gateway.contract.kit;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs as one platform (decisions §1); written from the page, not from the product. */
public final class Signer {
    private final byte[] key;

    private Signer(byte[] key) {
        this.key = key.clone();
    }

    /** Signs with a {@code whsec_} secret. */
    public static Signer of(String secret) {
        return new Signer(Base64.getDecoder().decode(secret.substring("whsec_".length())));
    }

    /** The three headers for a body. */
    public Map<String, String> headers(String id, String timestamp, byte[] body) {
        return headers(id, timestamp, signature(id, timestamp, body));
    }

    /** The three headers, with any signature. */
    public static Map<String, String> headers(String id, String timestamp, String signature) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("webhook-id", id);
        headers.put("webhook-timestamp", timestamp);
        headers.put("webhook-signature", signature);
        return headers;
    }

    /** {@code v1,<base64>} over {@code <id>.<timestamp>.<body>}. */
    public String signature(String id, String timestamp, byte[] body) {
        return "v1," + Base64.getEncoder().encodeToString(hmac(signedBytes(id, timestamp, body)));
    }

    /** The bytes that are signed. */
    public static byte[] signedBytes(String id, String timestamp, byte[] body) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
        bytes.writeBytes(body);
        return bytes.toByteArray();
    }

    /** HMAC-SHA256 of the bytes alone, as the scheme {@code body} has it. */
    public byte[] hmac(byte[] bytes) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(bytes);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HmacSHA256", e);
        }
    }
}
