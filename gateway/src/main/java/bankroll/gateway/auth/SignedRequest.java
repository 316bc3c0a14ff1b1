package bankroll.gateway.auth;

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
        String method, String path, String id, String timestamp, String signature, byte[] body, int bodyLength) {}
