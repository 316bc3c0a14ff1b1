package bankroll.gateway.auth;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** The entries of a {@code webhook-signature} header, decoded; what can't be decoded is skipped (decisions §1). */
final class SignatureList {
    static final int MAX_ENTRIES = 20;
    static final int MAX_LENGTH = 8 * 1024;

    private SignatureList() {}

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
