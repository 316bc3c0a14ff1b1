package bankroll.gateway.http;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * The memory of half-received bodies of one event loop: arrays that are used again, within a bound on their sum. An array
 * grows with the bytes that have really come, never with what a header announces.
 */
final class BodyBuffers {
    /** No bytes; needs no giving back. */
    static final byte[] EMPTY = {};

    private static final int FIRST_SIZE_BITS = 14;
    /** Larger arrays are left to the collector: big bodies are rare, and a pool of them would be memory for ever. */
    private static final int MAX_POOLED_BITS = 20;

    private static final int MAX_FREE_PER_SIZE = 16;

    private final List<ArrayDeque<byte[]>> freeBySize = new ArrayList<>();
    private final long maxBytes;
    private long takenBytes;

    BodyBuffers(long maxBytes) {
        this.maxBytes = maxBytes;
        for (int bits = FIRST_SIZE_BITS; bits <= MAX_POOLED_BITS; bits++) {
            freeBySize.add(new ArrayDeque<>());
        }
    }

    /** An array of at least {@code size} bytes with the first {@code length} of {@code old}, or null at the bound. */
    byte[] grow(byte[] old, int length, int size) {
        if (size <= old.length) {
            return old;
        }
        int bits = Math.max(FIRST_SIZE_BITS, Integer.SIZE - Integer.numberOfLeadingZeros(size - 1));
        if (takenBytes - old.length + (1L << bits) > maxBytes) {
            return null;
        }
        byte[] larger = take(bits);
        System.arraycopy(old, 0, larger, 0, length);
        give(old);
        return larger;
    }

    private byte[] take(int bits) {
        byte[] pooled = bits > MAX_POOLED_BITS
                ? null
                : freeBySize.get(bits - FIRST_SIZE_BITS).pollLast();
        byte[] taken = pooled == null ? new byte[1 << bits] : pooled;
        takenBytes += taken.length;
        return taken;
    }

    /** Takes an array back. */
    void give(byte[] array) {
        takenBytes -= array.length;
        int bits = Integer.numberOfTrailingZeros(array.length);
        if (array.length > 0 && bits <= MAX_POOLED_BITS) {
            ArrayDeque<byte[]> free = freeBySize.get(bits - FIRST_SIZE_BITS);
            if (free.size() < MAX_FREE_PER_SIZE) {
                free.addLast(array);
            }
        }
    }
}
