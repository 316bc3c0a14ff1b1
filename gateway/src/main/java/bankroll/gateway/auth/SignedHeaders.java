package bankroll.gateway.auth;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * The headers of Standard Webhooks 1.0, as far as they need neither key nor body: their rules, and the entries of
 * {@code webhook-signature}, of which those that can't be decoded are skipped (decisions §1).
 */
final class SignedHeaders {
    static final int MAX_ENTRIES = 20;
    static final int MAX_LENGTH = 8 * 1024;
    private static final int MAX_ID = 256;
    private static final int MAX_TIMESTAMP_DIGITS = 12;

    private SignedHeaders() {}

    /** What is wrong with the list of signatures, under every scheme; null when it can be looked at. */
    static SignatureFault.Found ofList(SignedRequest request) {
        if (isMissing(request.signature())) {
            return missing("webhook-signature");
        }
        boolean isWithin = entries(request.signature()) != null;
        return isWithin
                ? null
                : SignatureFault.HEADER_MALFORMED.found(
                        "webhook-signature has more than " + MAX_ENTRIES + " entries or " + MAX_LENGTH + " characters");
    }

    /** What is wrong with id and time, both ends of the tolerance inclusive; null when nothing is. */
    static SignatureFault.Found ofIdAndTime(SignedRequest request, long nowMs, long toleranceSeconds) {
        if (isMissing(request.id())) {
            return missing("webhook-id");
        }
        if (isMissing(request.timestamp())) {
            return missing("webhook-timestamp");
        }
        if (request.id().length() > MAX_ID) {
            return SignatureFault.HEADER_MALFORMED.found("webhook-id is longer than " + MAX_ID + " characters");
        }
        long timestamp = timestamp(request.timestamp());
        if (timestamp < 0) {
            return SignatureFault.HEADER_MALFORMED.found(
                    "webhook-timestamp must be Unix seconds, 1 to " + MAX_TIMESTAMP_DIGITS + " digits");
        }
        long ahead = timestamp - nowMs / 1000;
        return Math.abs(ahead) <= toleranceSeconds ? null : stale(ahead, toleranceSeconds);
    }

    private static SignatureFault.Found missing(String header) {
        return SignatureFault.HEADER_MISSING.found(header + " is missing, empty or there more than once");
    }

    private static SignatureFault.Found stale(long ahead, long toleranceSeconds) {
        return SignatureFault.STALE.found(
                "webhook-timestamp is " + Math.abs(ahead) + " s " + (ahead > 0 ? "ahead of" : "behind")
                        + " this service's clock; " + toleranceSeconds + " s are allowed");
    }

    private static boolean isMissing(String header) {
        return header == null || header.isEmpty();
    }

    private static long timestamp(String text) {
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

    /** The whole header cut at its spaces, or null when it is longer than allowed. */
    static List<String> entries(String header) {
        if (header.length() > MAX_LENGTH) {
            return null;
        }
        List<String> entries = new ArrayList<>(2);
        int from = 0;
        while (from < header.length()) {
            int space = header.indexOf(' ', from);
            int to = space < 0 ? header.length() : space;
            if (to > from) {
                entries.add(header.substring(from, to));
            }
            from = to + 1;
        }
        return entries.size() > MAX_ENTRIES ? null : entries;
    }

    /** The signatures of one version ({@code v1} or {@code v1a}) that are {@code size} bytes long. */
    static List<byte[]> ofVersion(List<String> entries, String version, int size) {
        List<byte[]> signatures = new ArrayList<>(entries.size());
        for (String entry : entries) {
            boolean isThis = entry.startsWith(version) && entry.startsWith(",", version.length());
            byte[] signature = isThis ? base64(entry.substring(version.length() + 1), size) : null;
            if (signature != null) {
                signatures.add(signature);
            }
        }
        return signatures;
    }

    /** The decoded bytes if the text is base64, padded or not, of exactly {@code size} bytes, else null. */
    static byte[] base64(String text, int size) {
        int unpadded = (size * 8 + 5) / 6;
        int padded = (size + 2) / 3 * 4;
        if (text.length() != unpadded && text.length() != padded) {
            return null;
        }
        try {
            byte[] bytes = Base64.getDecoder().decode(text);
            return bytes.length == size ? bytes : null;
        } catch (IllegalArgumentException notBase64) {
            return null;
        }
    }
}
