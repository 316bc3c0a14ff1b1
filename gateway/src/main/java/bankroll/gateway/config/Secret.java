package bankroll.gateway.config;

import bankroll.protocol.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Objects;
import java.util.regex.Pattern;

/** A text that nobody may read in a log: {@link #toString} masks it. */
public final class Secret {
    private static final Pattern SIGNING_KEY = Pattern.compile("(wh(?:sec|pk)_)[A-Za-z0-9+/=_-]+");

    private final String text;

    /** Wraps the text as it was given. */
    public Secret(String text) {
        this.text = Objects.requireNonNull(text, "secret");
    }

    /** The text itself; never to be logged. */
    public String reveal() {
        return text;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Secret secret && text.equals(secret.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    /**
     * Eight hexadecimal digits that tell one secret from another and nothing of either, for what people read: the
     * configuration as it is shown, metrics.
     */
    public String id() {
        byte[] id = Sha256.hmac(text.getBytes(StandardCharsets.UTF_8))
                .doFinal("bankroll key id".getBytes(StandardCharsets.US_ASCII));
        return HexFormat.of().formatHex(id, 0, 4);
    }

    /** A sentence without any signing key that stands in it. */
    static String mask(String sentence) {
        return SIGNING_KEY.matcher(sentence).replaceAll("$1••••");
    }

    /** Its kind and length, nothing that helps to guess it. */
    @Override
    public String toString() {
        int prefix = text.startsWith("whsec_") || text.startsWith("whpk_") ? text.indexOf('_') + 1 : 0;
        return text.substring(0, prefix) + "•••• (" + (text.length() - prefix) + " characters)";
    }
}
