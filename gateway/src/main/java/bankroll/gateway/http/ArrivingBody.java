package bankroll.gateway.http;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;

/** The bytes of the body that is arriving on a connection; on its event loop. */
final class ArrivingBody {
    private static final byte[] EMPTY = {};

    private final BodyBuffers buffers;
    private final List<byte[]> parts = new ArrayList<>(2);
    private int length;
    private long held;
    /** Where the last part goes on; its end when there is none. */
    private int at;

    private byte[] last = EMPTY;

    ArrivingBody(BodyBuffers buffers) {
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
        BodyBuffers.copy(parts, own, length);
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
}
