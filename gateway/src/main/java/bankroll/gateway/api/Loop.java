package bankroll.gateway.api;

import bankroll.engine.Request;
import bankroll.engine.Request.ReplyPublisher;
import bankroll.protocol.HashKey;
import bankroll.protocol.IdHasher;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Predicate;

/**
 * The way of one event loop's calls into the engine and back. Calls are used again, the one used last first, so that its
 * buffer is warm; a call comes free only when the engine has given its request back, however long the client has been
 * gone.
 */
public final class Loop {
    /** Larger buffers are left to the collector. */
    private static final int MAX_POOLED_BYTES = 1 << 20;

    private static final long MAX_FREE_BYTES =
            Math.min(64L << 20, Runtime.getRuntime().maxMemory() / 32);

    private final Predicate<Request> engine;
    private final HashKey hashKey;
    private final ReplyPublisher replies;
    private final Map<String, IdHasher> hashers = new HashMap<>();
    private final ArrayDeque<Call> free = new ArrayDeque<>();
    private long freeBytes;

    /**
     * A way into an engine.
     *
     * @param eventLoop where answers go on
     * @param mostInFlight answers that wait for one wake-up of the loop; more still come through, one wake-up each
     * @param engine takes a request, or says no: {@code unavailable}
     * @param hashKey the journal's secret for ids
     */
    public Loop(Executor eventLoop, int mostInFlight, Predicate<Request> engine, HashKey hashKey) {
        this.engine = engine;
        this.hashKey = hashKey;
        this.replies = new ReplyDispatcher(eventLoop, mostInFlight, this::received);
    }

    /** A call to begin. */
    Call take() {
        Call call = free.pollLast();
        if (call == null) {
            return new Call(replies, this::hasher, this::newHasher);
        }
        freeBytes -= call.request().frame().capacity();
        return call;
    }

    /** Takes back a call whose request the engine doesn't have. */
    void give(Call call) {
        call.clear();
        int bytes = call.request().frame().capacity();
        if (bytes <= MAX_POOLED_BYTES && freeBytes + bytes <= MAX_FREE_BYTES) {
            freeBytes += bytes;
            free.addLast(call);
        }
    }

    /** Hands the call's request to the engine; false when it takes none. */
    boolean submit(Call call) {
        return engine.test(call.request());
    }

    /** The engine gives a request back; its client may have had another answer meanwhile, or be gone. */
    private void received(Request request) {
        Call call = (Call) request.owner();
        try {
            if (call.exchange().isOpen()) {
                call.received();
            }
        } finally {
            give(call);
        }
    }

    private IdHasher hasher(String platform) {
        IdHasher known = hashers.get(platform);
        return known != null ? known : hashers.computeIfAbsent(platform, this::newHasher);
    }

    private IdHasher newHasher(String platform) {
        return new IdHasher(hashKey, platform);
    }
}
