package bankroll.protocol;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;

/**
 * Which ledger this is: 32 hex digits, drawn at random when the ledger is made and the same for ever, in its journal, in
 * every copy of it and in every snapshot.
 *
 * <p>It is a digest of the secret in the journal's first entry, which each start repeats and each snapshot holds. So
 * journals of all releases have one, also those whose first entries a retention has removed, and it tells nothing of the
 * secret.
 *
 * @param text 32 lower-case hex digits
 */
public record LedgerId(String text) {
    private static final byte[] PURPOSE = "bankroll ledger id".getBytes(StandardCharsets.US_ASCII);
    private static final int BYTES = 16;

    /** Of the ledger with this secret. */
    public static LedgerId of(HashKey key) {
        MessageDigest digest = Sha256.create();
        digest.update(PURPOSE);
        ByteBuffer secret = ByteBuffer.allocate(2 * Long.BYTES);
        digest.update(secret.putLong(key.first()).putLong(key.second()).flip());
        return new LedgerId(HexFormat.of().formatHex(digest.digest(), 0, BYTES));
    }

    @Override
    public String toString() {
        return text;
    }
}
