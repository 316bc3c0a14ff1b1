package bankroll.protocol;

/**
 * SipHash with 128 bits of output (Aumasson, Bernstein), as the keyed stand-in of an id (ADR 5).
 *
 * <p>Keyed, because a caller must not be able to choose ids that collide: 65,536 of them stop an unkeyed table
 * for ten seconds. 128 bits, because the hash is compared in place of the id. One compression and three finalisation
 * rounds (SipHash-1-3) serve hash tables; the result never leaves the service.
 *
 * <p>Mutable: {@link #high} and {@link #low} are the last result. One thread, no allocation. The state is four variables, not
 * fields: as a method on fields a round took twice as long. The finalisation's rounds are those of a word of zero.
 */
public final class SipHash {
    private static final int FINALISATIONS = 3;

    private long high;
    private long low;

    /** Hashes {@code length} bytes under a 128-bit key. */
    public void hash(long key0, long key1, byte[] bytes, int offset, int length) {
        long v0 = key0 ^ 0x736f6d6570736575L;
        long v1 = key1 ^ 0x646f72616e646f6dL ^ 0xee;
        long v2 = key0 ^ 0x6c7967656e657261L;
        long v3 = key1 ^ 0x7465646279746573L;
        int words = length / Long.BYTES;
        for (int i = 0; i <= words + 2 * FINALISATIONS; i++) {
            long word = 0;
            if (i < words) {
                word = Bytes.word(bytes, offset + i * Long.BYTES);
            } else if (i == words) {
                word = tail(bytes, offset, length);
            } else if (i == words + 1) {
                v2 ^= 0xee;
            } else if (i == words + 1 + FINALISATIONS) {
                high = v0 ^ v1 ^ v2 ^ v3;
                v1 ^= 0xdd;
            }
            v3 ^= word;
            long a = v0 + v1;
            long b = Long.rotateLeft(v1, 13) ^ a;
            long c = v2 + v3;
            long d = Long.rotateLeft(v3, 16) ^ c;
            v0 = Long.rotateLeft(a, 32) + d;
            v3 = Long.rotateLeft(d, 21) ^ v0;
            c += b;
            v1 = Long.rotateLeft(b, 17) ^ c;
            v2 = Long.rotateLeft(c, 32);
            v0 ^= word;
        }
        low = v0 ^ v1 ^ v2 ^ v3;
    }

    /** The first eight bytes of the last result. */
    public long high() {
        return high;
    }

    /** The last eight bytes of the last result. */
    public long low() {
        return low;
    }

    /** What is left behind the last whole word, and the length. */
    private static long tail(byte[] bytes, int offset, int length) {
        int rest = length & (Long.BYTES - 1);
        long word = 0;
        if (length >= Long.BYTES && rest > 0) {
            word = Bytes.word(bytes, offset + length - Long.BYTES) >>> (Long.BYTES - rest) * Byte.SIZE;
        } else {
            for (int i = rest - 1; i >= 0; i--) {
                word = word << Byte.SIZE | bytes[offset + i] & 0xff;
            }
        }
        return word | (long) length << 56;
    }
}
