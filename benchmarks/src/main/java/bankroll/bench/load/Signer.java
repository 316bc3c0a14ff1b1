package bankroll.bench.load;

import bankroll.protocol.Sha256;
import java.util.Base64;
import javax.crypto.Mac;

/** Signs as Standard Webhooks 1.0 asks (decisions §1): HMAC-SHA256 over id, time and body. One thread. */
final class Signer {
    private static final String PREFIX = "whsec_";

    private final Mac mac;
    private final byte[] text = new byte[44];
    private final Base64.Encoder base64 = Base64.getEncoder();

    /** A signer with a secret as the service prints it: {@code whsec_…}. */
    Signer(String secret) {
        if (!secret.startsWith(PREFIX)) {
            throw new IllegalArgumentException("the platform's secret must start with whsec_");
        }
        mac = Sha256.hmac(Base64.getDecoder().decode(secret.substring(PREFIX.length())));
    }

    /** The signature in base64, 44 bytes, good until the next call. */
    byte[] sign(RequestText idAndTime, RequestText body) {
        mac.update(idAndTime.bytes(), 0, idAndTime.length());
        mac.update(body.bytes(), 0, body.length());
        base64.encode(mac.doFinal(), text);
        return text;
    }
}
