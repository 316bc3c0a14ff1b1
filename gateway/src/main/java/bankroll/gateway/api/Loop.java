package bankroll.gateway.api;

import bankroll.engine.Request;
import bankroll.engine.Request.ReplyPublisher;
import bankroll.protocol.HashKey;
import bankroll.protocol.IdHasher;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.agrona.concurrent.ManyToOneConcurrentArrayQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way of one event loop's calls into the engine and back. The engine's threads publish what is finished into one queue,
 * with one wake-up for all that has come since the loop last looked. Calls are used again, the one used last first, so that
 * its buffer is warm; a call comes free only when the engine has given its request back, however long the client has been
 * gone.
 */
public class Loop implements ReplyPublisher {
    private static final Logger LOG = LoggerFactory.getLogger(Loop.class);

    private static final long SLICE_NS = TimeUnit.MILLISECONDS.toNanos(2);
    /** Answers between two looks at the clock. */
    private static final int LOOKS = 16;
    /** Larger buffers are left to the collector. */
    private static final int MAX_POOLED_BYTES = 1 << 20;

    private static final long MAX_FREE_BYTES =
            Math.min(64L << 20, Runtime.getRuntime().maxMemory() / 32);

    private final Executor eventLoop;
    private final Predicate<Request> engine;
    private final HashKey hashKey;
    private final ManyToOneConcurrentArrayQueue<Request> finished;
    private final AtomicBoolean isAwake = new AtomicBoolean();
    private final Runnable drain = this::drain;
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
        this.eventLoop = eventLoop;
        this.engine = engine;
        this.hashKey = hashKey;
        this.finished = new ManyToOneConcurrentArrayQueue<>(mostInFlight);
    }

    /** A call to begin. */
    Call take() {
        Call call = free.pollLast();
        if (call == null) {
            return new Call(this, this::hasher, this::newHasher);
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

    @Override
    public void publish(Request request) {
        if (!finished.offer(request)) {
            // more than the engine can have under way: can't be, but an answer must not get lost
            run(() -> received(request));
        } else if (!isAwake.get() && isAwake.compareAndSet(false, true)) {
            run(drain);
        }
    }

    private void run(Runnable task) {
        try {
            eventLoop.execute(task);
        } catch (RejectedExecutionException e) {
            LOG.debug("An answer came after its event loop had ended");
        }
    }

    /**
     * Answers what has come, for a moment at most: who is answered may ask again at once, and the engine be as fast, so that
     * the queue is never empty. Then the loop looks at its sockets first.
     */
    private void drain() {
        try {
            answer();
        } finally {
            goOnIfThereIsMore();
        }
    }

    private void answer() {
        long startNs = System.nanoTime();
        int answered = 0;
        for (Request request = finished.poll(); request != null; request = finished.poll()) {
            received(request);
            if (++answered % LOOKS == 0 && System.nanoTime() - startNs >= SLICE_NS) {
                break;
            }
        }
    }

    private void goOnIfThereIsMore() {
        // before the last look at the queue: a reply that is published after it wakes the loop again
        isAwake.set(false);
        if (!finished.isEmpty() && isAwake.compareAndSet(false, true)) {
            goOnLater();
        }
    }

    /** A task that is due at once would run before the loop looks at its sockets, one that is due soon runs after it. */
    private void goOnLater() {
        if (eventLoop instanceof ScheduledExecutorService timed) {
            timed.schedule(drain, 1, TimeUnit.NANOSECONDS);
        } else {
            run(drain);
        }
    }

    /** The engine gives a request back; its client may have had another answer meanwhile, or be gone. */
    void received(Request request) {
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
