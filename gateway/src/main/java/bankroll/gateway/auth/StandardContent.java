package bankroll.gateway.auth;

import java.nio.charset.StandardCharsets;

/** The rules of Standard Webhooks 1.0 that need no key, and the bytes before the body that are signed. */
final class StandardContent {
    private static final int MAX_ID = 256;
    private static final int MAX_TIMESTAMP_DIGITS = 12;

    private StandardContent() {}

    /** Whether the three headers are there and the time is near enough, both ends inclusive. */
    static boolean isAcceptable(SignedRequest request, long nowMs, long toleranceSeconds) {
        String id = request.id();
        if (isMissing(id) || isMissing(request.signature()) || id.length() > MAX_ID) {
            return false;
        }
        long timestamp = timestamp(request.timestamp());
        return timestamp >= 0 && Math.abs(nowMs / 1000 - timestamp) <= toleranceSeconds;
    }

    private static boolean isMissing(String header) {
        return header == null || header.isEmpty();
    }

    private static long timestamp(String text) {
        if (isMissing(text) || text.length() > MAX_TIMESTAMP_DIGITS) {
            return -1;
        }
        long seconds = 0;
        for (int i = 0; i < text.length(); i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            seconds = seconds * 10 + digit;
        }
        return seconds;
    }

    /** {@code <id>.<timestamp>.}, byte for byte as sent. */
    static byte[] prefix(SignedRequest request) {
        return (request.id() + '.' + request.timestamp() + '.').getBytes(StandardCharsets.ISO_8859_1);
    }
}
