package bankroll.ledger;

import bankroll.ledger.table.FrozenState;
import bankroll.ledger.table.FrozenState.StateVisitor;
import bankroll.protocol.Bytes.BytePieces;
import bankroll.protocol.PieceDigest;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;

/**
 * The digest of the whole state, byte for byte as a snapshot holds it: two ledgers that have applied the same entries have
 * the same digest, whichever way they came to them.
 */
public final class Digest implements StateVisitor {
    private final PieceDigest digest = PieceDigest.onAllProcessors();
    private final BytePieces pieces = new BytePieces(digest::update);
    private final ByteBuffer number = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);

    /** The digest of a frozen state, as hex. */
    public static String of(FrozenState state) {
        Digest digest = new Digest();
        state.visit(digest);
        return digest.digest.hex();
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
        digest.update(number.clear().putLong(value).flip());
    }
}
