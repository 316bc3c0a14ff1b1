package bankroll.bench.load;

import java.security.GeneralSecurityException;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs as Standard Webhooks 1.0 asks (decisions §1): HMAC-SHA256 over id, time and body. One thread. */
final class Signer {
    private static final String PREFIX = "whsec_";

    private final Mac mac;
    private final byte[] digest = new byte[32];
    private final byte[] text = new byte[44];
    private final Base64.Encoder base64 = Base64.getEncoder();

    /** A signer with a secret as the service prints it: {@code whsec_…}. */
    Signer(String secret) {
        if (!secret.startsWith(PREFIX)) {
            throw new IllegalArgumentException("the platform's secret must start with whsec_");
        }
        try {
            mac = Mac.getInstance("HmacSHA256");
            byte[] key = Base64.getDecoder().decode(secret.substring(PREFIX.length()));
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JVM can't sign with HMAC-SHA256", e);
        }
    }

    /** The signature in base64, 44 bytes, good until the next call. */
    byte[] sign(RequestText idAndTime, RequestText body) {
        mac.update(idAndTime.bytes(), 0, idAndTime.length());
        mac.update(body.bytes(), 0, body.length());
        try {
            mac.doFinal(digest, 0);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("HMAC-SHA256 gave no digest", e);
        }
        base64.encode(digest, text);
        return text;
    }
}
