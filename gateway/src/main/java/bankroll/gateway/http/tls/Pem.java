package bankroll.gateway.http.tls;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** The blocks of a PEM text (RFC 7468); whatever stands between them is skipped. */
final class Pem {
    private static final String BEGIN = "-----BEGIN ";
    private static final String END = "-----END ";
    private static final String DASHES = "-----";

    private Pem() {}

    /**
     * One block.
     *
     * @param label what it holds, as {@code CERTIFICATE}
     * @param bytes decoded
     */
    record Block(String label, byte[] bytes) {}

    /**
     * The blocks in order.
     *
     * @throws IllegalArgumentException for a block that doesn't end, or holds what is no base64; names no content
     */
    static List<Block> blocks(String text) {
        List<Block> blocks = new ArrayList<>();
        String label = null;
        StringBuilder content = new StringBuilder();
        for (String line : text.lines().map(String::strip).toList()) {
            if (label == null) {
                label = label(line, BEGIN);
                content.setLength(0);
            } else if (line.startsWith(END)) {
                blocks.add(new Block(label, ended(label, line, content)));
                label = null;
            } else {
                content.append(line);
            }
        }
        if (label != null) {
            throw new IllegalArgumentException("a block begins that doesn't end");
        }
        return blocks;
    }

    private static byte[] ended(String label, String line, StringBuilder content) {
        if (!label.equals(label(line, END))) {
            throw new IllegalArgumentException("a block ends as something else than it began");
        }
        try {
            return Base64.getDecoder().decode(content.toString());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("a block is not base64");
        }
    }

    private static String label(String line, String before) {
        return line.startsWith(before) && line.endsWith(DASHES) && line.length() >= before.length() + DASHES.length()
                ? line.substring(before.length(), line.length() - DASHES.length())
                : null;
    }
}
