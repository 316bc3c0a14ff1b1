package bankroll.engine;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.NanoClock;

/**
 * Requests that wait until the journal's next file is ready, first come, first served. As many as the ring lets in, each as
 * long as its patience lasts. The writer's; the figures are for any thread.
 */
final class NextFileQueue {
    private final Deque<Request> waiting;
    private final NanoClock clock;
    private final long patienceNs;
    private long sinceNs;
    private volatile long times;
    private volatile long waitedNs;

    NextFileQueue(int capacity, NanoClock clock, long patienceMs) {
        waiting = new ArrayDeque<>(capacity);
        this.clock = clock;
        patienceNs = TimeUnit.MILLISECONDS.toNanos(patienceMs);
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** The one that came first, or null. */
    Request first() {
        return waiting.peekFirst();
    }

    void add(Request request) {
        long nowNs = clock.nanoTime();
        if (waiting.isEmpty()) {
            sinceNs = nowNs;
            times++;
        }
        request.waitsSinceNs(nowNs);
        waiting.addLast(request);
    }

    /** Whether the first one has waited for as long as it may. */
    boolean isImpatient() {
        return clock.nanoTime() - waiting.peekFirst().waitsSinceNs() >= patienceNs;
    }

    void removeFirst() {
        waiting.removeFirst();
        if (waiting.isEmpty()) {
            waitedNs += clock.nanoTime() - sinceNs;
        }
    }

    /** How often and how long in all the writer had requests waiting. */
    EngineStatus.Waits waits() {
        return new EngineStatus.Waits(times, TimeUnit.NANOSECONDS.toMillis(waitedNs));
    }
}
