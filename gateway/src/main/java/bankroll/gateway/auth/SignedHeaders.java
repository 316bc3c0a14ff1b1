package bankroll.gateway.auth;

/** The rules about the headers of Standard Webhooks 1.0 that need neither key nor body (decisions §1). */
final class SignedHeaders {
    private static final int MAX_ID = 256;
    private static final int MAX_TIMESTAMP_DIGITS = 12;

    private SignedHeaders() {}

    /** What is wrong with the list of signatures, under every scheme; null when it can be looked at. */
    static SignatureFault.Found ofList(SignedRequest request) {
        if (isMissing(request.signature())) {
            return missing("webhook-signature");
        }
        boolean isWithin = SignatureList.entries(request.signature()) != null;
        return isWithin
                ? null
                : SignatureFault.HEADER_MALFORMED.found("webhook-signature has more than " + SignatureList.MAX_ENTRIES
                        + " entries or " + SignatureList.MAX_LENGTH + " characters");
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
}
