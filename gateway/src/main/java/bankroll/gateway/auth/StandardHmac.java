package bankroll.gateway.auth;

import java.util.List;

/** Standard Webhooks 1.0, {@code v1}: HMAC-SHA256 of id, time and raw body under a shared secret. */
final class StandardHmac implements SigningScheme {
    private final Hmac hmac;
    private final long toleranceSeconds;

    StandardHmac(byte[] secret, long toleranceSeconds) {
        this.hmac = new Hmac(secret);
        this.toleranceSeconds = toleranceSeconds;
    }

    @Override
    public boolean matches(SignedRequest request, long nowMs) {
        if (!StandardContent.isAcceptable(request, nowMs, toleranceSeconds)) {
            return false;
        }
        List<String> entries = SignatureList.entries(request.signature());
        if (entries == null) {
            return false;
        }
        List<byte[]> signatures = SignatureList.ofVersion(entries, "v1", Hmac.BYTES);
        if (signatures.isEmpty()) {
            return false;
        }
        byte[] prefix = StandardContent.prefix(request);
        hmac.update(prefix, prefix.length);
        if (request.body() != null) {
            hmac.update(request.body(), request.bodyLength());
        }
        return hmac.isAnyOf(signatures);
    }
}
