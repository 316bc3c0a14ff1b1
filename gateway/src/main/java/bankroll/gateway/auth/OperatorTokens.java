package bankroll.gateway.auth;

import bankroll.gateway.config.OperatorToken;
import bankroll.protocol.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;

/**
 * The live tokens. A presented token is compared with every one of them in constant time, by digest, so that neither
 * length nor position can be measured. Immutable; any thread.
 */
public final class OperatorTokens {
    private static final String SCHEME = "Bearer ";

    private final List<OperatorToken> tokens;
    private final byte[][] digests;

    /** Knows these tokens. */
    public OperatorTokens(List<OperatorToken> tokens) {
        this.tokens = List.copyOf(tokens);
        this.digests = tokens.stream()
                .map(token -> digest(token.token().reveal().getBytes(StandardCharsets.UTF_8)))
                .toArray(byte[][]::new);
    }

    /**
     * The token that an {@code Authorization} header presents.
     *
     * @param authorization as it came, each char one byte; null when there was none
     * @return null when it is missing, of another scheme or unknown
     */
    public OperatorToken find(String authorization) {
        if (authorization == null || !authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return null;
        }
        byte[] presented =
                digest(authorization.substring(SCHEME.length()).strip().getBytes(StandardCharsets.ISO_8859_1));
        OperatorToken found = null;
        for (int i = 0; i < digests.length; i++) {
            if (MessageDigest.isEqual(digests[i], presented)) {
                found = tokens.get(i);
            }
        }
        return found;
    }

    private static byte[] digest(byte[] secret) {
        return Sha256.create().digest(secret);
    }
}
