package bankroll.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PieceDigestTest {
    private static final int PIECE = PieceDigest.PIECE_BYTES;

    @ParameterizedTest
    @ValueSource(ints = {0, 1, PIECE - 1, PIECE, PIECE + 1, 5 * PIECE, 9 * PIECE + 12_345})
    void shouldBeTheDigestOfTheLinesThatSplitAndSha256sumWrite(int length) {
        byte[] bytes = bytes(length);

        assertEquals(asDefined(bytes), hex(PieceDigest.onOneProcessor(), bytes, length + 1));
        assertEquals(asDefined(bytes), hex(PieceDigest.onAllProcessors(), bytes, length + 1));
    }

    @Test
    void shouldNotDependOnHowTheBytesCome() {
        byte[] bytes = bytes(3 * PIECE + 77);
        PieceDigest buffers = PieceDigest.onAllProcessors();
        ByteBuffer all = ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
        buffers.update(all.duplicate().limit(PIECE / 2 + 1));
        buffers.update(all.duplicate().position(PIECE / 2 + 1));

        assertEquals(asDefined(bytes), hex(PieceDigest.onAllProcessors(), bytes, 999));
        assertEquals(asDefined(bytes), buffers.hex());
    }

    @Test
    void shouldNoticePiecesInAnotherOrder() {
        byte[] bytes = bytes(2 * PIECE);
        byte[] turned = bytes.clone();
        System.arraycopy(bytes, 0, turned, PIECE, PIECE);
        System.arraycopy(bytes, PIECE, turned, 0, PIECE);

        assertNotEquals(
                hex(PieceDigest.onAllProcessors(), bytes, PIECE), hex(PieceDigest.onAllProcessors(), turned, PIECE));
    }

    private static String hex(PieceDigest digest, byte[] bytes, int step) {
        for (int from = 0; from < bytes.length; from += step) {
            digest.update(bytes, from, Math.min(step, bytes.length - from));
        }
        return digest.hex();
    }

    private static String asDefined(byte[] bytes) {
        StringBuilder lines = new StringBuilder();
        for (int from = 0; from < bytes.length; from += PIECE) {
            lines.append(sha256(Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + PIECE))))
                    .append('\n');
        }
        return sha256(lines.toString().getBytes(StandardCharsets.US_ASCII));
    }

    private static String sha256(byte[] bytes) {
        return HexFormat.of().formatHex(Sha256.create().digest(bytes));
    }

    private static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        new Random(11).nextBytes(bytes);
        return bytes;
    }
}
