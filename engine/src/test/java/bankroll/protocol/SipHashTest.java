package bankroll.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.protocol.IdHasher.IdSpace;
import bankroll.protocol.IdHasher.SipHash;
import bankroll.testkit.Seeds;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class SipHashTest {
    private static final long KEY0 = 0x0706050403020100L;
    private static final long KEY1 = 0x0f0e0d0c0b0a0908L;

    /** The paper in its own words, with as many rounds as are asked for; ours has one and three. */
    private static final class Paper {
        private final long[] v = new long[4];

        String hash(int compressions, int finalisations, long key0, long key1, byte[] message) {
            v[0] = key0 ^ 0x736f6d6570736575L;
            v[1] = key1 ^ 0x646f72616e646f6dL ^ 0xee;
            v[2] = key0 ^ 0x6c7967656e657261L;
            v[3] = key1 ^ 0x7465646279746573L;
            ByteBuffer padded = ByteBuffer.wrap(Arrays.copyOf(message, message.length / 8 * 8 + 8))
                    .order(ByteOrder.LITTLE_ENDIAN);
            padded.put(padded.capacity() - 1, (byte) message.length);
            while (padded.hasRemaining()) {
                long word = padded.getLong();
                v[3] ^= word;
                rounds(compressions);
                v[0] ^= word;
            }
            v[2] ^= 0xee;
            rounds(finalisations);
            long high = v[0] ^ v[1] ^ v[2] ^ v[3];
            v[1] ^= 0xdd;
            rounds(finalisations);
            return hex(high, v[0] ^ v[1] ^ v[2] ^ v[3]);
        }

        private void rounds(int count) {
            for (int i = 0; i < count; i++) {
                half(0, 1, 13, 2, 3, 16);
                half(2, 1, 17, 0, 3, 21);
            }
        }

        private void half(int a, int b, int left, int c, int d, int right) {
            v[a] += v[b];
            v[b] = Long.rotateLeft(v[b], left) ^ v[a];
            v[a] = Long.rotateLeft(v[a], 32);
            v[c] += v[d];
            v[d] = Long.rotateLeft(v[d], right) ^ v[c];
        }
    }

    /** Vectors of the reference implementation, 128 bits of output. */
    @Test
    void shouldHaveAPaperThatAgreesWithTheReferenceVectors() {
        assertEquals("a3817f04ba25a8e66df67214c7550293", new Paper().hash(2, 4, KEY0, KEY1, counting(0)));
        assertEquals("da87c1d86b99af44347659119b22fc45", new Paper().hash(2, 4, KEY0, KEY1, counting(1)));
        assertEquals("5493e99933b0a8117e08ec0f97cfc3d9", new Paper().hash(2, 4, KEY0, KEY1, counting(15)));
    }

    @Test
    void shouldHashEveryLengthAsThePaperDoesWithOneRoundAndThree() {
        Seeds.forEach(5, random -> {
            for (int length = 0; length < 300; length++) {
                byte[] message = new byte[length];
                random.nextBytes(message);
                byte[] among = new byte[length + 40];
                random.nextBytes(among);
                int at = random.nextInt(40);
                System.arraycopy(message, 0, among, at, length);
                long key0 = random.nextLong();
                long key1 = random.nextLong();
                SipHash sip = new SipHash();
                sip.hash(key0, key1, among, at, length);
                assertEquals(new Paper().hash(1, 3, key0, key1, message), hex(sip.high(), sip.low()));
            }
        });
    }

    @Test
    void shouldNeverGiveZeroAsLowHalfOfAnId() {
        IdHasher hasher = new IdHasher(new HashKey(1, 2), "p");
        for (int i = 0; i < 1000; i++) {
            assertEquals(false, hasher.hash(IdSpace.PLAYER, "p" + i).low() == 0);
        }
    }

    private static byte[] counting(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) i;
        }
        return bytes;
    }

    private static String hex(long high, long low) {
        ByteBuffer out = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
        return HexFormat.of().formatHex(out.putLong(high).putLong(low).array());
    }
}
