package bankroll.gateway.auth;

import java.nio.charset.StandardCharsets;

/**
 * What a signature may cover, as it was sent: header texts have one char per byte. Bodiless requests (GET, HEAD) sign an
 * empty body, or their path under the scheme {@code body}.
 *
 * @param method of HTTP
 * @param path as sent, without the query
 * @param id {@code webhook-id}, or null
 * @param timestamp {@code webhook-timestamp}, or null
 * @param signature {@code webhook-signature}, or null
 * @param body the raw bytes, from 0; null when the method has none
 * @param bodyLength how many bytes of {@code body} count
 */
public record SignedRequest(
        String method, String path, String id, String timestamp, String signature, byte[] body, int bodyLength) {

    /** What stands before the body in the signed bytes; header texts and path byte for byte as sent. */
    enum Prefix {
        /** Standard Webhooks 1.0: {@code id.timestamp.} */
        STANDARD,
        /** The scheme {@code strict}: {@code id.timestamp.METHOD.path.} */
        STRICT
    }

    /** The bytes that are signed before those of the body. */
    byte[] signed(Prefix prefix) {
        String text = id + '.' + timestamp + '.';
        String whole = prefix == Prefix.STRICT ? text + method + '.' + path + '.' : text;
        return whole.getBytes(StandardCharsets.ISO_8859_1);
    }
}
