package bankroll.protocol;

import java.nio.charset.StandardCharsets;
import org.agrona.MutableDirectBuffer;

/**
 * Hashes ids for one platform (or for the operator) under the journal's secret key.
 *
 * <p>Each space has its own key, derived from the journal's; where each platform has a space of its own, the key also
 * depends on the platform's name. One instance per event loop and platform; not for two threads at once. No allocation
 * after construction.
 */
public final class IdHasher {
    private final SipHash sip = new SipHash();
    private final long[] keys = new long[(IdSpace.values().length + 1) * 2];

    /**
     * A hasher for one platform's ids.
     *
     * @param key the journal's secret
     * @param platform the platform's name; empty for the operator, who has no transactions of its own
     */
    public IdHasher(HashKey key, String platform) {
        for (IdSpace space : IdSpace.values()) {
            byte[] name = space.isPerPlatform() ? platform.getBytes(StandardCharsets.UTF_8) : new byte[0];
            byte[] seed = new byte[1 + name.length];
            seed[0] = (byte) space.code();
            System.arraycopy(name, 0, seed, 1, name.length);
            sip.hash(key.first(), key.second(), seed, 0, seed.length);
            keys[space.code() * 2] = sip.high();
            keys[space.code() * 2 + 1] = sip.low();
        }
    }

    /** Hashes an id; the result is in {@link #high} and {@link #low} until the next call. Never both zero. */
    public IdHasher hash(IdSpace space, byte[] bytes, int offset, int length) {
        int at = space.code() * 2;
        sip.hash(keys[at], keys[at + 1], bytes, offset, length);
        return this;
    }

    /** Hashes a text as UTF-8. Allocates; for the operator's calls and for tests. */
    public IdHasher hash(IdSpace space, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return hash(space, bytes, 0, bytes.length);
    }

    /** First half of the last result. */
    public long high() {
        return sip.high();
    }

    /** Second half of the last result; never zero, so that zero can mean "none". */
    public long low() {
        return sip.low() == 0 ? 1 : sip.low();
    }

    /** Stores the last result in 16 bytes. */
    public void put(MutableDirectBuffer target, int offset) {
        Bits128.put(target, offset, high(), low());
    }

    /** Stores the last result in 16 bytes of an array. */
    IdHasher put(byte[] target, int offset) {
        Bytes.putWord(target, offset, high());
        Bytes.putWord(target, offset + Long.BYTES, low());
        return this;
    }

    /** What an id names. Ids of different spaces never meet, however they are spelled; codes are never reused. */
    public enum IdSpace {
        /** A transaction of one platform (decisions §6: one space per platform). */
        TRANSACTION(1),
        /** A player; shared by all platforms. */
        PLAYER(2),
        /** A transfer of the operator (operator API: a space of their own). */
        TRANSFER(3),
        /** A launch code; only its hash is ever stored. */
        LAUNCH_CODE(4),
        /** A game a launch code is minted for. */
        GAME(5),
        /** One exchange of a launch code by one platform: webhook-id, code and game (decisions §3). */
        EXCHANGE(6),
        /** The content of a transaction or transfer (decisions §6: same content). */
        CONTENT(7);

        private final int code;

        IdSpace(int code) {
            this.code = code;
        }

        /** Whether each platform has a space of its own: the same text of another platform is another id. */
        boolean isPerPlatform() {
            return this == TRANSACTION || this == EXCHANGE;
        }

        /** The stable number of this space. */
        public int code() {
            return code;
        }
    }

    /**
     * SipHash with 128 bits of output (Aumasson, Bernstein), as the keyed stand-in of an id (ADR 5).
     *
     * <p>Keyed, because a caller must not be able to choose ids that collide: 65,536 of them stop an unkeyed table
     * for ten seconds. 128 bits, because the hash is compared in place of the id. One compression and three finalisation
     * rounds (SipHash-1-3) serve hash tables; the result never leaves the service.
     *
     * <p>Mutable: {@link #high} and {@link #low} are the last result. One thread, no allocation. The state is four variables, not
     * fields, and the round stands twice: as a method on fields it took twice as long, in one loop for both a tenth more.
     */
    public static final class SipHash {
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
            for (int i = 0; i <= words; i++) {
                long word = i < words ? Bytes.word(bytes, offset + i * Long.BYTES) : tail(bytes, offset, length);
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
            v2 ^= 0xee;
            for (int i = 0; i < 2 * FINALISATIONS; i++) {
                if (i == FINALISATIONS) {
                    high = v0 ^ v1 ^ v2 ^ v3;
                    v1 ^= 0xdd;
                }
                long a = v0 + v1;
                long b = Long.rotateLeft(v1, 13) ^ a;
                long c = v2 + v3;
                long d = Long.rotateLeft(v3, 16) ^ c;
                v0 = Long.rotateLeft(a, 32) + d;
                v3 = Long.rotateLeft(d, 21) ^ v0;
                c += b;
                v1 = Long.rotateLeft(b, 17) ^ c;
                v2 = Long.rotateLeft(c, 32);
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
}
