package bankroll.gateway.auth;

import java.util.List;

/** {@code v1}: HMAC-SHA256 of the signed text and the raw body under a shared secret. */
final class StandardHmac implements SigningScheme {
    private static final String VERSION = "v1";

    private final SignedRequest.Prefix prefix;
    private final Hmac hmac;

    StandardHmac(SignedRequest.Prefix prefix, byte[] secret) {
        this.prefix = prefix;
        this.hmac = new Hmac(secret);
    }

    @Override
    public boolean matches(SignedRequest request, List<String> entries, int attempt) {
        List<byte[]> signatures = SignedHeaders.ofVersion(entries, VERSION, Hmac.BYTES);
        if (signatures.isEmpty()) {
            return false;
        }
        byte[] before = request.signed(prefix);
        hmac.update(before, before.length);
        if (request.body() != null) {
            hmac.update(request.body(), request.bodyLength());
        }
        return hmac.isAnyOf(signatures);
    }

    @Override
    public boolean canRead(List<String> entries) {
        return !SignedHeaders.ofVersion(entries, VERSION, Hmac.BYTES).isEmpty();
    }
}
