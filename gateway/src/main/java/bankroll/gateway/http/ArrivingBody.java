package bankroll.gateway.http;

import io.netty.buffer.ByteBuf;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** The bytes of the body that is arriving on a connection; on its event loop. */
final class ArrivingBody {
    private static final byte[] EMPTY = {};

    private final Buffers buffers;
    private final List<byte[]> parts = new ArrayList<>(2);
    private int length;
    private long held;
    /** Where the last part goes on; its end when there is none. */
    private int at;

    private byte[] last = EMPTY;

    ArrivingBody(Buffers buffers) {
        this.buffers = buffers;
    }

    /** Bytes that have come. */
    int length() {
        return length;
    }

    /** Bytes of memory that they take. */
    long held() {
        return held;
    }

    /** Takes bytes over. */
    void append(ByteBuf bytes) {
        for (int left = bytes.readableBytes(); left > 0; left = bytes.readableBytes()) {
            if (at == last.length) {
                last = buffers.take(left, parts.isEmpty());
                parts.add(last);
                held += last.length;
                at = 0;
            }
            int count = Math.min(left, last.length - at);
            bytes.readBytes(last, at, count);
            at += count;
            length += count;
        }
    }

    /** Counts bytes that nobody will look at. */
    void pass(int bytes) {
        length += bytes;
    }

    /**
     * All bytes in one array, from 0; until the next body of this event loop is joined, unless it is to be {@link #keep
     * kept}, or this one is freed.
     */
    byte[] whole() {
        return parts.size() <= 1 ? last : buffers.join(parts, length);
    }

    /** The joined array is this body's own from now on, until it is freed. */
    void keep() {
        if (parts.size() > 1) {
            buffers.leave();
        }
    }

    /** The same as {@link #whole} in an array of the body's own, for another thread; the parts go back. */
    byte[] own() {
        byte[] own = new byte[length];
        Buffers.copy(parts, own, length);
        forget();
        held = own.length;
        return own;
    }

    /** Lets go of the bytes, and counts on. */
    void forget() {
        int counted = length;
        free();
        length = counted;
    }

    /** Lets go of the memory. */
    void free() {
        for (int i = 0; i < parts.size(); i++) {
            buffers.give(parts.get(i));
        }
        parts.clear();
        last = EMPTY;
        at = 0;
        length = 0;
        held = 0;
    }

    /**
     * The memory of arriving bodies of one event loop: parts that are used again, and one array in which the parts of a whole
     * body are joined while it is handled. What a body holds grows with the bytes that have come, never with what a header
     * announces.
     */
    static final class Buffers {
        private static final int SMALL_PART = 16 * 1024;
        private static final int LARGE_PART = 64 * 1024;

        /** A larger array is left to the collector: big bodies are rare, and keeping it would be memory for ever. */
        private static final int MAX_KEPT = 1 << 20;

        private final ArrayDeque<byte[]> small = new ArrayDeque<>();
        private final ArrayDeque<byte[]> large = new ArrayDeque<>();
        private final long maxFreeBytes;
        private long freeBytes;
        private byte[] joined = {};

        /** Keeps at most so many bytes of parts for the next bodies. */
        Buffers(long maxFreeBytes) {
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
}
