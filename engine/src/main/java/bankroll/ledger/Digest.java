package bankroll.ledger;

import bankroll.ledger.table.FrozenState;
import bankroll.ledger.table.StateVisitor;
import bankroll.protocol.BytePieces;
import bankroll.protocol.Sha256;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.agrona.DirectBuffer;

/**
 * SHA-256 over the whole state, byte for byte as a snapshot holds it: two ledgers that have applied the same entries have
 * the same digest, whichever way they came to them.
 */
public final class Digest implements StateVisitor {
    private final MessageDigest sha = Sha256.create();
    private final BytePieces pieces = new BytePieces(sha::update);

    /** The digest of a frozen state, as hex. */
    public static String of(FrozenState state) {
        Digest digest = new Digest();
        state.visit(digest);
        return digest.hex();
    }

    @Override
    public void section(int recordBytes, int records) {
        number((long) records << 32 | recordBytes);
    }

    @Override
    public void bytes(DirectBuffer buffer, int offset, int length) {
        pieces.feed(buffer, offset, length);
    }

    @Override
    public void number(long value) {
        for (int shift = 0; shift < 64; shift += 8) {
            sha.update((byte) (value >>> shift));
        }
    }

    private String hex() {
        return HexFormat.of().formatHex(sha.digest());
    }
}
