package bankroll.gateway.http;

import java.util.ArrayDeque;
import java.util.List;

/**
 * The memory of arriving bodies of one event loop: parts that are used again, and one array in which the parts of a whole
 * body are joined while it is handled. What a body holds grows with the bytes that have come, never with what a header
 * announces.
 */
final class BodyBuffers {
    static final int SMALL_PART = 16 * 1024;
    static final int LARGE_PART = 64 * 1024;

    /** A larger array is left to the collector: big bodies are rare, and keeping it would be memory for ever. */
    private static final int MAX_KEPT = 1 << 20;

    private final ArrayDeque<byte[]> small = new ArrayDeque<>();
    private final ArrayDeque<byte[]> large = new ArrayDeque<>();
    private final long maxFreeBytes;
    private long freeBytes;
    private byte[] joined = {};

    /** Keeps at most so many bytes of parts for the next bodies. */
    BodyBuffers(long maxFreeBytes) {
        this.maxFreeBytes = maxFreeBytes;
    }

    /** A part for the next bytes: a small one for the first few, a large one else. */
    byte[] take(int wanted, boolean isFirst) {
        boolean isSmall = isFirst && wanted <= SMALL_PART;
        byte[] kept = (isSmall ? small : large).pollLast();
        if (kept == null) {
            return new byte[isSmall ? SMALL_PART : LARGE_PART];
        }
        freeBytes -= kept.length;
        return kept;
    }

    /** Takes a part back. */
    void give(byte[] part) {
        if (freeBytes + part.length <= maxFreeBytes) {
            freeBytes += part.length;
            (part.length == SMALL_PART ? small : large).addLast(part);
        }
    }

    /** The parts of a body in one array, from 0; valid until the next body is joined. */
    byte[] join(List<byte[]> parts, int length) {
        if (joined.length < length) {
            joined = new byte[length > MAX_KEPT ? length : Integer.highestOneBit(Math.max(length - 1, 1)) << 1];
        }
        byte[] whole = joined;
        copy(parts, whole, length);
        if (whole.length > MAX_KEPT) {
            leave();
        }
        return whole;
    }

    /** Copies so many bytes out of their parts. */
    static void copy(List<byte[]> parts, byte[] whole, int length) {
        int at = 0;
        for (byte[] part : parts) {
            int bytes = Math.min(part.length, length - at);
            System.arraycopy(part, 0, whole, at, bytes);
            at += bytes;
        }
    }

    /** Leaves the array that was joined last to whoever asked for it. */
    void leave() {
        joined = new byte[0];
    }
}
