package bankroll.protocol;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayDeque;
import java.util.HexFormat;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;

/**
 * A digest that processors can share: a stream is cut into pieces of 1 MiB, and the digest is the SHA-256 of the lines
 * with their SHA-256s, each 64 hex digits and a newline; {@code split} and {@code sha256sum} compute the same
 * (docs/format/snapshot.md). One thread feeds it.
 */
public final class PieceDigest {
    static final int PIECE_BYTES = 1 << 20;

    private final int helpers;
    private final MessageDigest lines = Sha256.create();
    private final MessageDigest own = Sha256.create();
    /** Sums of the pieces before this one, in their order. */
    private final Queue<CompletableFuture<byte[]>> awaited = new ArrayDeque<>();

    private byte[] piece = new byte[PIECE_BYTES];
    private int used;

    private PieceDigest(int helpers) {
        this.helpers = helpers;
    }

    /** On the thread that feeds it, and no other. */
    public static PieceDigest onOneProcessor() {
        return new PieceDigest(0);
    }

    /** With the help of threads that wait for such work, for who has the machine to himself. */
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
        for (int done = 0; done < length; ) {
            int part = Math.min(length - done, PIECE_BYTES - used);
            System.arraycopy(bytes, offset + done, piece, used, part);
            added(part);
            done += part;
        }
    }

    /** The digest of all that was fed, as hex. */
    public String hex() {
        if (used > 0) {
            endPiece();
        }
        awaitHelpers();
        return HexFormat.of().formatHex(lines.digest());
    }

    private void added(int bytes) {
        used += bytes;
        if (used == PIECE_BYTES) {
            endPiece();
        }
    }

    /** Helpers get a piece each; when they all have one, this thread takes the next itself and then waits for them. */
    private void endPiece() {
        byte[] ended = piece;
        int length = used;
        used = 0;
        if (awaited.size() < helpers) {
            piece = new byte[PIECE_BYTES];
            awaited.add(CompletableFuture.supplyAsync(
                    () -> sum(Sha256.create(), ended, length), ForkJoinPool.commonPool()));
        } else {
            byte[] sum = sum(own, ended, length);
            awaitHelpers();
            line(sum);
        }
    }

    private void awaitHelpers() {
        while (!awaited.isEmpty()) {
            line(awaited.remove().join());
        }
    }

    private static byte[] sum(MessageDigest sha, byte[] bytes, int length) {
        sha.update(bytes, 0, length);
        return sha.digest();
    }

    private void line(byte[] sum) {
        lines.update((HexFormat.of().formatHex(sum) + "\n").getBytes(StandardCharsets.US_ASCII));
    }
}
