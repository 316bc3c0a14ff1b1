package bankroll.bench.load;

import bankroll.protocol.Sha256;
import java.util.Base64;
import javax.crypto.Mac;

/** Puts signed HTTP/1.1 requests, complete with their heads, into a {@link Script}. One thread. */
final class RequestWriter {
    private static final byte[] POST = RequestText.ascii("POST ");
    private static final byte[] PROTOCOL = RequestText.ascii(" HTTP/1.1\r\nHost: ");
    private static final byte[] TYPE = RequestText.ascii("\r\nContent-Type: application/json\r\nwebhook-id: ");
    private static final byte[] TIME = RequestText.ascii("\r\nwebhook-timestamp: ");
    private static final byte[] SIGNATURE = RequestText.ascii("\r\nwebhook-signature: v1,");
    private static final byte[] LENGTH = RequestText.ascii("\r\nContent-Length: ");
    private static final byte[] END = RequestText.ascii("\r\n\r\n");
    private static final byte[] DOT = RequestText.ascii(".");

    private final Signer signer;
    private final byte[] start;
    private final byte[] idPrefix;
    private final RequestText signed = new RequestText();
    private final RequestText head = new RequestText();
    private long requests;

    /**
     * A writer of requests to one endpoint.
     *
     * @param idPrefix of every webhook-id, unlike that of any other writer
     */
    RequestWriter(Target target, String endpoint, String idPrefix) {
        signer = new Signer(target.secret());
        this.idPrefix = RequestText.ascii(idPrefix);
        start = new RequestText()
                .put(POST)
                .put(target.basePath() + endpoint)
                .put(PROTOCOL)
                .put(target.hostAndPort())
                .put(TYPE)
                .copy();
    }

    /** Adds a request with this body to the script, signed for this second. */
    void write(RequestText body, long epochSecond, Script script) {
        signed.clear().put(idPrefix).putDecimal(requests++);
        int idLength = signed.length();
        signed.put(DOT).putDecimal(epochSecond).put(DOT);
        head.clear().put(start).put(signed.bytes(), 0, idLength);
        head.put(TIME).putDecimal(epochSecond).put(SIGNATURE).put(signer.sign(signed, body));
        head.put(LENGTH).putDecimal(body.length()).put(END);
        script.add(head, body);
    }

    /** Signs as Standard Webhooks 1.0 asks (decisions §1): HMAC-SHA256 over id, time and body. One thread. */
    static final class Signer {
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
}
