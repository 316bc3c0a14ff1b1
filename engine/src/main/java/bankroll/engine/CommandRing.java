package bankroll.engine;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.ManyToOneConcurrentArrayQueue;

/**
 * The way to the writer: many producers, one consumer, bounded in requests and in bytes (architecture, property 6).
 *
 * <p>The ring carries {@link Request}s rather than copies of their bytes: a batch of 500 with details can be megabytes,
 * and the writer reads it where the decoder wrote it. What counts against the bound is everything accepted and not yet
 * handed back, so every queue behind the ring is bounded with it. Half of it is the most for questions that may be read from
 * the journal: a slow disk must not leave bookings without a place.
 */
final class CommandRing {
    private final ManyToOneConcurrentArrayQueue<Request> queue;
    private final AtomicInteger inFlight = new AtomicInteger();
    private final AtomicLong inFlightBytes = new AtomicLong();
    private final AtomicInteger reading = new AtomicInteger();
    private final AtomicLong released = new AtomicLong();
    private final int mostRequests;
    private final long mostBytes;

    CommandRing(int mostRequests, long mostBytes) {
        queue = new ManyToOneConcurrentArrayQueue<>(mostRequests);
        this.mostRequests = mostRequests;
        this.mostBytes = mostBytes;
    }

    /** Takes a request, or says that the bound is reached. Any thread. */
    boolean offer(Request request) {
        int requests = inFlight.incrementAndGet();
        long bytes = inFlightBytes.addAndGet(request.commandLength());
        boolean isOneReadTooMany = request.type().mayReadJournal() && reading.incrementAndGet() > mostRequests / 2;
        if (requests > mostRequests || bytes > mostBytes || isOneReadTooMany || !queue.offer(request)) {
            giveBack(request);
            return false;
        }
        return true;
    }

    /** The next request, or null. Writer thread. */
    Request poll() {
        return queue.poll();
    }

    /** A request is answered: gives its share of the bound back. */
    void release(Request request) {
        giveBack(request);
        released.incrementAndGet();
    }

    private void giveBack(Request request) {
        inFlightBytes.addAndGet(-request.commandLength());
        inFlight.decrementAndGet();
        if (request.type().mayReadJournal()) {
            reading.decrementAndGet();
        }
    }

    /** How many requests were answered. Any thread. */
    long released() {
        return released.get();
    }

    /** Requests under way. */
    int inFlight() {
        return inFlight.get();
    }
}
