package bankroll.protocol;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayDeque;
import java.util.HexFormat;
import java.util.Queue;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;

/**
 * A digest that processors can share: a stream is cut into pieces of 1 MiB, and the digest is the SHA-256 of the lines
 * with their SHA-256s, each 64 hex digits and a newline; {@code split} and {@code sha256sum} compute the same
 * (docs/format/snapshot.md). One thread feeds it.
 */
public final class PieceDigest {
    static final int PIECE_BYTES = 1 << 20;

    private static final int PIECES_PER_HELPER = 2;
    /** Bounds the memory when a helper's processor is taken away. */
    private static final int PENDING_PER_HELPER = 8;

    private final int helpers;
    private final MessageDigest lines = Sha256.create();
    /** The pieces before this one whose sums are not in a line yet, in their order. */
    private final Queue<Piece> pending = new ArrayDeque<>();

    private final Queue<byte[]> spare = new ArrayDeque<>();
    private byte[] piece = new byte[PIECE_BYTES];
    private int used;

    private record Piece(byte[] bytes, ForkJoinTask<byte[]> sum) {}

    private PieceDigest(int helpers) {
        this.helpers = helpers;
    }

    /** On the thread that feeds it, and no other. */
    public static PieceDigest onOneProcessor() {
        return new PieceDigest(0);
    }

    /** With the help of threads that wait for such work: for a start or a tool, which may use every processor. */
    public static PieceDigest onAllProcessors() {
        return new PieceDigest(ForkJoinPool.getCommonPoolParallelism());
    }

    /** Feeds what remains in a buffer, and reads it up. */
    public void update(ByteBuffer bytes) {
        while (bytes.hasRemaining()) {
            int part = Math.min(bytes.remaining(), PIECE_BYTES - used);
            bytes.get(piece, used, part);
            added(part);
        }
    }

    /** Feeds a part of an array. */
    public void update(byte[] bytes, int offset, int length) {
        update(ByteBuffer.wrap(bytes, offset, length));
    }

    /** The digest of all that was fed, as hex. */
    public String hex() {
        if (used > 0) {
            endPiece();
        }
        while (!pending.isEmpty()) {
            endLine();
        }
        return HexFormat.of().formatHex(lines.digest());
    }

    private void added(int bytes) {
        used += bytes;
        if (used == PIECE_BYTES) {
            endPiece();
        }
    }

    /** Helpers always have a piece to work on; while they have, this thread takes the next itself. */
    private void endPiece() {
        while (!pending.isEmpty()
                && (pending.element().sum().isDone() || pending.size() >= PENDING_PER_HELPER * (helpers + 1))) {
            endLine();
        }
        byte[] ended = piece;
        int length = used;
        ForkJoinTask<byte[]> sum = ForkJoinTask.adapt(() -> sum(ended, length));
        if (pending.size() < PIECES_PER_HELPER * helpers) {
            sum.fork();
        } else {
            sum.invoke();
        }
        pending.add(new Piece(ended, sum));
        piece = spare.isEmpty() ? new byte[PIECE_BYTES] : spare.remove();
        used = 0;
    }

    private void endLine() {
        Piece first = pending.remove();
        spare.add(first.bytes());
        lines.update((HexFormat.of().formatHex(first.sum().join()) + "\n").getBytes(StandardCharsets.US_ASCII));
    }

    private static byte[] sum(byte[] bytes, int length) {
        MessageDigest sha = Sha256.create();
        sha.update(bytes, 0, length);
        return sha.digest();
    }
}
