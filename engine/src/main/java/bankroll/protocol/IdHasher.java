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
}
