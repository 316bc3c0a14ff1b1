package bankroll.protocol;

import org.agrona.DirectBuffer;

/**
 * SipHash with 128 bits of output (Aumasson, Bernstein), as the keyed stand-in of an id (ADR 5).
 *
 * <p>Keyed, because a caller must not be able to choose ids that collide: 65,536 of them stop an unkeyed table
 * for ten seconds. 128 bits, because the hash is compared in place of the id. One compression and three finalisation
 * rounds (SipHash-1-3) serve hash tables; the result never leaves the service.
 *
 * <p>Mutable: {@link #high} and {@link #low} are the last result. One thread, no allocation.
 */
public final class SipHash {
    private final int compressions;
    private final int finalisations;
    private long v0;
    private long v1;
    private long v2;
    private long v3;
    private long high;
    private long low;

    /** SipHash-1-3 with 128 bits. */
    public SipHash() {
        this(1, 3);
    }

    SipHash(int compressions, int finalisations) {
        this.compressions = compressions;
        this.finalisations = finalisations;
    }

    /** Hashes {@code length} bytes under a 128-bit key. */
    public void hash(long key0, long key1, DirectBuffer bytes, int offset, int length) {
        v0 = key0 ^ 0x736f6d6570736575L;
        v1 = key1 ^ 0x646f72616e646f6dL ^ 0xee;
        v2 = key0 ^ 0x6c7967656e657261L;
        v3 = key1 ^ 0x7465646279746573L;
        int end = offset + (length & ~7);
        for (int at = offset; at < end; at += 8) {
            compress(bytes.getLong(at));
        }
        compress(tail(bytes, end, length & 7) | (long) length << 56);
        finish();
    }

    /** The first eight bytes of the last result. */
    public long high() {
        return high;
    }

    /** The last eight bytes of the last result. */
    public long low() {
        return low;
    }

    private static long tail(DirectBuffer bytes, int at, int length) {
        long word = 0;
        for (int i = length - 1; i >= 0; i--) {
            word = word << 8 | bytes.getByte(at + i) & 0xff;
        }
        return word;
    }

    private void compress(long word) {
        v3 ^= word;
        for (int i = 0; i < compressions; i++) {
            round();
        }
        v0 ^= word;
    }

    private void finish() {
        v2 ^= 0xee;
        for (int i = 0; i < finalisations; i++) {
            round();
        }
        high = v0 ^ v1 ^ v2 ^ v3;
        v1 ^= 0xdd;
        for (int i = 0; i < finalisations; i++) {
            round();
        }
        low = v0 ^ v1 ^ v2 ^ v3;
    }

    private void round() {
        long a = v0 + v1;
        long b = Long.rotateLeft(v1, 13) ^ a;
        a = Long.rotateLeft(a, 32);
        long c = v2 + v3;
        long d = Long.rotateLeft(v3, 16) ^ c;
        a += d;
        d = Long.rotateLeft(d, 21) ^ a;
        c += b;
        b = Long.rotateLeft(b, 17) ^ c;
        c = Long.rotateLeft(c, 32);
        v0 = a;
        v1 = b;
        v2 = c;
        v3 = d;
    }
}
