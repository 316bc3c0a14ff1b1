package bankroll.gateway.api;

import bankroll.engine.Request;
import bankroll.engine.Request.ReplyPublisher;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.agrona.concurrent.ManyToOneConcurrentArrayQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings finished requests from the engine's threads back to their event loop: one queue per loop, and one wake-up for
 * all that has come since the loop last looked.
 */
final class ReplyDispatcher implements ReplyPublisher {
    private static final Logger LOG = LoggerFactory.getLogger(ReplyDispatcher.class);

    private static final long SLICE_NS = TimeUnit.MILLISECONDS.toNanos(2);
    /** Answers between two looks at the clock. */
    private static final int LOOKS = 16;

    private final Executor eventLoop;
    private final Consumer<Request> receiver;
    private final ManyToOneConcurrentArrayQueue<Request> queue;
    private final AtomicBoolean isAwake = new AtomicBoolean();
    private final Runnable drain = this::drain;

    /**
     * @param eventLoop where {@code receiver} runs
     * @param capacity the most requests the engine can have under way
     */
    ReplyDispatcher(Executor eventLoop, int capacity, Consumer<Request> receiver) {
        this.eventLoop = eventLoop;
        this.receiver = receiver;
        this.queue = new ManyToOneConcurrentArrayQueue<>(capacity);
    }

    @Override
    public void publish(Request request) {
        if (!queue.offer(request)) {
            // more than the engine can have under way: can't be, but an answer must not get lost
            run(() -> receiver.accept(request));
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
        for (Request request = queue.poll(); request != null; request = queue.poll()) {
            receiver.accept(request);
            if (++answered % LOOKS == 0 && System.nanoTime() - startNs >= SLICE_NS) {
                break;
            }
        }
    }

    private void goOnIfThereIsMore() {
        // before the last look at the queue: a reply that is published after it wakes the loop again
        isAwake.set(false);
        if (!queue.isEmpty() && isAwake.compareAndSet(false, true)) {
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
}
