package bankroll.gateway.platform;

import bankroll.engine.ReplyPublisher;
import bankroll.engine.Request;
import java.util.ArrayDeque;

/** Requests of one event loop, used again; the one used last comes first, so that its buffer is warm. */
final class RequestPool {
    /** Larger buffers are left to the collector. */
    private static final int MAX_POOLED_BYTES = 1 << 20;

    private static final long MAX_FREE_BYTES = 64L << 20;

    private final ArrayDeque<Request> free = new ArrayDeque<>();
    private final ReplyPublisher publisher;
    private long freeBytes;

    RequestPool(ReplyPublisher publisher) {
        this.publisher = publisher;
    }

    Request take() {
        Request request = free.pollLast();
        if (request == null) {
            return new Request(publisher);
        }
        freeBytes -= request.frame().capacity();
        return request;
    }

    void give(Request request) {
        request.owner(null);
        int bytes = request.frame().capacity();
        if (bytes <= MAX_POOLED_BYTES && freeBytes + bytes <= MAX_FREE_BYTES) {
            freeBytes += bytes;
            free.addLast(request);
        }
    }
}
