package bankroll.gateway.config;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.Objects;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

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
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(text.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            byte[] id = mac.doFinal("bankroll key id".getBytes(StandardCharsets.US_ASCII));
            return HexFormat.of().formatHex(id, 0, 4);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no HmacSHA256", e);
        }
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
