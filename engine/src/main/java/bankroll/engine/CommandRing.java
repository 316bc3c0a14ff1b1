package bankroll.engine;

import bankroll.condition.LogId;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.ManyToOneConcurrentArrayQueue;
import org.agrona.concurrent.NanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way to the writer: many producers, one consumer, bounded in requests and in bytes (ARCHITECTURE.md, What always
 * holds, 6).
 *
 * <p>The ring carries {@link Request}s rather than copies of their bytes: a batch of 500 with details can be megabytes,
 * and the writer reads it where the decoder wrote it. What counts against the bound is everything accepted and not yet
 * handed back, so every queue behind the ring is bounded with it. Half of it is the most for questions that may be read from
 * the journal: a slow disk must not leave bookings without a place.
 *
 * <p>It also tells when nothing is answered any more though requests are under way: the writer or the disk stands still.
 */
final class CommandRing {
    /** Longer than any request waits for its turn in the journal. */
    static final long STANDSTILL_NS = TimeUnit.SECONDS.toNanos(4);

    private static final Logger LOG = LoggerFactory.getLogger(CommandRing.class);

    private final ManyToOneConcurrentArrayQueue<Request> queue;
    private final AtomicInteger inFlight = new AtomicInteger();
    private final AtomicLong inFlightBytes = new AtomicLong();
    private final AtomicInteger reading = new AtomicInteger();
    private final AtomicLong released = new AtomicLong();
    private final int mostRequests;
    private final long mostBytes;
    private final NanoClock clock;
    private long seenReleased;
    private long sinceNs;
    private volatile boolean standsStill;
    private volatile boolean isClosed;

    CommandRing(int mostRequests, long mostBytes, NanoClock clock) {
        queue = new ManyToOneConcurrentArrayQueue<>(mostRequests);
        this.mostRequests = mostRequests;
        this.mostBytes = mostBytes;
        this.clock = clock;
        sinceNs = clock.nanoTime();
    }

    /** Takes a request, or says that the bound is reached. Any thread. */
    boolean offer(Request request) {
        int requests = inFlight.incrementAndGet();
        long bytes = inFlightBytes.addAndGet(request.commandLength());
        boolean isOneReadTooMany = request.type().mayReadJournal() && reading.incrementAndGet() > mostRequests / 2;
        boolean isTooMuch = requests > mostRequests || bytes > mostBytes || isOneReadTooMany;
        if (isClosed || isTooMuch || !queue.offer(request)) { // it counts before it looks: see close
            giveBack(request);
            return false;
        }
        return true;
    }

    /**
     * Takes nothing from now on. Whoever is in {@link #offer} either sees it or is counted in {@link #inFlight}: where that is 0
     * behind this, nothing comes any more. Any thread.
     */
    void close() {
        isClosed = true;
    }

    /** The next request, or null. Writer thread. */
    Request poll() {
        return queue.poll();
    }

    /** The next request without taking it, or null. Writer thread. */
    Request peek() {
        return queue.peek();
    }

    /** Whether nothing waits for the writer. Any thread. */
    boolean isEmpty() {
        return queue.isEmpty();
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

    /** Requests under way. */
    int inFlight() {
        return inFlight.get();
    }

    /** Looks whether requests are answered; at regular times, one thread. */
    void look() {
        long nowNs = clock.nanoTime();
        long releasedNow = released.get();
        if (releasedNow != seenReleased || inFlight() == 0) {
            seenReleased = releasedNow;
            sinceNs = nowNs;
        }
        boolean standsNow = nowNs - sinceNs >= STANDSTILL_NS;
        if (standsNow && !standsStill) {
            LOG.error(LogId.STANDSTILL.marker(), "{}.", standstill());
        } else if (!standsNow && standsStill) {
            LOG.info("Requests are answered again.");
        }
        standsStill = standsNow;
    }

    /** Whether nothing was answered for longer than it may take. Any thread. */
    boolean standsStill() {
        return standsStill;
    }

    /** The same in words. */
    String standstill() {
        return "nothing was answered for " + TimeUnit.NANOSECONDS.toSeconds(STANDSTILL_NS) + " s, " + inFlight()
                + " requests are under way: the disk or the writer stands still; look at the disk's latency";
    }
}
