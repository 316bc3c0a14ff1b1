package bankroll.gateway.auth;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What a signature may cover, as it was sent, and the rules of Standard Webhooks 1.0 for its headers, as far as they need
 * neither key nor body. Header texts have one char per byte. Bodiless requests (GET, HEAD) sign an empty body, or their path
 * under the scheme {@code body}.
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

    private static final int MAX_ENTRIES = 20;
    private static final int MAX_LENGTH = 8 * 1024;
    private static final int MAX_ID = 256;
    private static final int MAX_TIMESTAMP_DIGITS = 12;

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

    /** The list of signatures cut at its spaces; null when no scheme can look at it: {@link #listFault} tells why. */
    List<String> entries() {
        if (isMissing(signature) || signature.length() > MAX_LENGTH) {
            return null;
        }
        List<String> entries = new ArrayList<>(2);
        int from = 0;
        while (from < signature.length()) {
            int space = signature.indexOf(' ', from);
            int to = space < 0 ? signature.length() : space;
            if (to > from) {
                entries.add(signature.substring(from, to));
            }
            from = to + 1;
        }
        return entries.size() > MAX_ENTRIES ? null : entries;
    }

    /** What is wrong with a list of signatures that has no {@link #entries}, under every scheme. */
    SignatureFault.Found listFault() {
        return isMissing(signature)
                ? missing("webhook-signature")
                : SignatureFault.HEADER_MALFORMED.found(
                        "webhook-signature has more than " + MAX_ENTRIES + " entries or " + MAX_LENGTH + " characters");
    }

    /** What is wrong with id and time, both ends of the tolerance inclusive; null when nothing is. */
    SignatureFault.Found idAndTimeFault(long nowMs, long toleranceSeconds) {
        if (isMissing(id)) {
            return missing("webhook-id");
        }
        if (isMissing(timestamp)) {
            return missing("webhook-timestamp");
        }
        if (id.length() > MAX_ID) {
            return SignatureFault.HEADER_MALFORMED.found("webhook-id is longer than " + MAX_ID + " characters");
        }
        long seconds = seconds(timestamp);
        if (seconds < 0) {
            return SignatureFault.HEADER_MALFORMED.found(
                    "webhook-timestamp must be Unix seconds, 1 to " + MAX_TIMESTAMP_DIGITS + " digits");
        }
        long ahead = seconds - nowMs / 1000;
        return Math.abs(ahead) <= toleranceSeconds ? null : stale(ahead, toleranceSeconds);
    }

    private static boolean isMissing(String header) {
        return header == null || header.isEmpty();
    }

    private static SignatureFault.Found missing(String header) {
        return SignatureFault.HEADER_MISSING.found(header + " is missing, empty or there more than once");
    }

    private static SignatureFault.Found stale(long ahead, long toleranceSeconds) {
        return SignatureFault.STALE.found(
                "webhook-timestamp is " + Math.abs(ahead) + " s " + (ahead > 0 ? "ahead of" : "behind")
                        + " this service's clock; " + toleranceSeconds + " s are allowed");
    }

    /** Unix seconds in digits, or -1. */
    private static long seconds(String text) {
        if (text.length() > MAX_TIMESTAMP_DIGITS) {
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
}
