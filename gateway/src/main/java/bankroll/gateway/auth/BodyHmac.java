package bankroll.gateway.auth;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;

/**
 * The scheme {@code body}: the header alone, an HMAC-SHA256 of the raw body, or of the request path where there is no
 * body; base64 or hex, with {@code v1,} or {@code sha256=} before it or nothing.
 */
final class BodyHmac implements SigningScheme {
    private static final List<String> PREFIXES = List.of("v1,", "sha256=");

    private final Hmac hmac;

    BodyHmac(byte[] secret) {
        this.hmac = new Hmac(secret);
    }

    @Override
    public boolean matches(SignedRequest request, List<String> entries, int attempt) {
        if (request.body() == null) {
            byte[] path = request.path().getBytes(StandardCharsets.ISO_8859_1);
            hmac.update(path, path.length);
        } else {
            hmac.update(request.body(), request.bodyLength());
        }
        return hmac.isAnyOf(signatures(entries));
    }

    @Override
    public boolean canRead(List<String> entries) {
        return !signatures(entries).isEmpty();
    }

    @Override
    public boolean signsIdAndTime() {
        return false;
    }

    private static List<byte[]> signatures(List<String> entries) {
        return entries.stream()
                .map(entry -> decoded(withoutPrefix(entry)))
                .filter(Objects::nonNull)
                .toList();
    }

    private static String withoutPrefix(String entry) {
        for (String prefix : PREFIXES) {
            if (entry.startsWith(prefix)) {
                return entry.substring(prefix.length());
            }
        }
        return entry;
    }

    private static byte[] decoded(String text) {
        if (text.length() == 2 * Hmac.BYTES) {
            try {
                return HexFormat.of().parseHex(text);
            } catch (IllegalArgumentException notHex) {
                return null;
            }
        }
        return SignedHeaders.base64(text, Hmac.BYTES);
    }
}
