package bankroll.gateway.config;

import bankroll.protocol.Sha256;
import java.util.Base64;
import java.util.HexFormat;

/** What a secret must look like before anybody trusts it. */
final class SecretForm {
    static final String SIGNING =
            "whsec_ and the base64 of 16 to 512 bytes, or whpk_ and the base64 of an ed25519 key (32 bytes)";
    static final int LEAST_TOKEN = 16;
    static final String TOKEN = "16 to 512 visible ASCII characters";

    private static final String SYMMETRIC = "whsec_";
    private static final String PUBLIC = "whpk_";

    private SecretForm() {}

    static boolean isSigning(String text) {
        if (text.startsWith(SYMMETRIC)) {
            int length = decoded(text.substring(SYMMETRIC.length())).length;
            return length >= 16 && length <= 512;
        }
        return isPublic(text)
                && Ed25519Key.of(decoded(text.substring(PUBLIC.length()))).isPresent();
    }

    /** Tells keys apart, not spellings: what two secrets have in common when whatever one signs, the other has signed. */
    static String keyOf(String text) {
        if (isPublic(text)) {
            return PUBLIC + HexFormat.of().formatHex(decoded(text.substring(PUBLIC.length())));
        }
        byte[] signed = Sha256.hmac(decoded(text.substring(SYMMETRIC.length()))).doFinal();
        return SYMMETRIC + HexFormat.of().formatHex(signed);
    }

    static boolean isPublic(String text) {
        return text.startsWith(PUBLIC);
    }

    static boolean isToken(String text) {
        return text.length() >= LEAST_TOKEN
                && text.length() <= 512
                && text.chars().allMatch(c -> c > ' ' && c < 0x7f);
    }

    /** No bytes for what is no base64. */
    private static byte[] decoded(String base64) {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            return new byte[0];
        }
    }
}
