package bankroll.gateway.auth;

import java.util.List;

/** {@code v1}: HMAC-SHA256 of the signed text and the raw body under a shared secret. */
final class StandardHmac implements SigningScheme {
    private static final String VERSION = "v1";

    private final SignedText text;
    private final Hmac hmac;

    StandardHmac(SignedText text, byte[] secret) {
        this.text = text;
        this.hmac = new Hmac(secret);
    }

    @Override
    public boolean matches(SignedRequest request, List<String> entries, int attempt) {
        List<byte[]> signatures = SignatureList.ofVersion(entries, VERSION, Hmac.BYTES);
        if (signatures.isEmpty()) {
            return false;
        }
        byte[] prefix = text.prefix(request);
        hmac.update(prefix, prefix.length);
        if (request.body() != null) {
            hmac.update(request.body(), request.bodyLength());
        }
        return hmac.isAnyOf(signatures);
    }

    @Override
    public boolean canRead(List<String> entries) {
        return !SignatureList.ofVersion(entries, VERSION, Hmac.BYTES).isEmpty();
    }
}
