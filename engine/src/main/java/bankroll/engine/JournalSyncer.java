package bankroll.engine;

import bankroll.agent.Doorbell;
import bankroll.journal.Journal;
import bankroll.journal.JournalContext.SyncPolicy;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.OneToOneConcurrentArrayQueue;

/**
 * Group commit: forces what was appended while the writer goes on, then releases every request that waited for it. One
 * force serves all requests that came while the one before it ran.
 *
 * <p>Reads wait too, so that nobody sees a balance that a power cut could take back (ARCHITECTURE.md, What always
 * holds, 3). A force that fails ends the process; it is never tried again. One thread; {@link #enqueue} and {@link #turn} are
 * the writer's.
 */
final class JournalSyncer implements Agent {
    /** Small requests of one turn share a force and a wake-up; large ones, each a turn's work, don't wait for the next. */
    private static final int ITEMS_PER_RING = 100;

    private final Journal journal;
    private final SyncPolicy policy;
    private final NanoClock clock;
    private final CommandRing ring;
    private final LookupAgent lookups;
    private final OneToOneConcurrentArrayQueue<Request> queue;
    final Doorbell doorbell = new Doorbell();
    /** How long forces took. */
    final Distribution forceTimesNs = new Distribution(
            50_000,
            100_000,
            200_000,
            500_000,
            1_000_000,
            2_000_000,
            5_000_000,
            10_000_000,
            50_000_000,
            200_000_000,
            1_000_000_000,
            5_000_000_000L);
    /** How many requests each force released. */
    final Distribution requestsPerForce = new Distribution(1, 2, 4, 8, 16, 32, 64, 128, 512, 2048);
    /** How many requests were under way, in the ring or behind it, when a force began. */
    final Distribution requestsInFlight = new Distribution(1, 4, 16, 64, 256, 1024, 4096);

    private volatile long wantedSequence;
    private long forcedAtNs;
    private int unheardItems;
    private long heardSequence;

    JournalSyncer(
            Journal journal, SyncPolicy policy, NanoClock clock, CommandRing ring, LookupAgent lookups, int capacity) {
        this.journal = journal;
        this.policy = policy;
        this.clock = clock;
        this.forcedAtNs = clock.nanoTime();
        this.ring = ring;
        this.lookups = lookups;
        queue = new OneToOneConcurrentArrayQueue<>(capacity);
    }

    /**
     * Takes a request that was decided and appended. What says nothing that isn't on disk, as most reads, goes back at
     * once: it needn't wake anybody. Writer thread.
     */
    void enqueue(Request request) {
        if (request.awaitedSequence <= releasable() && !request.needsJournal()) {
            hand(request);
            return;
        }
        unheardItems += Math.max(1, request.items()); // from now on it is the syncer's
        if (!queue.offer(request)) {
            throw new IllegalStateException("more requests than the ring lets in");
        }
        if (unheardItems >= ITEMS_PER_RING) {
            ring();
        }
    }

    /** A turn of the writer is over: what it passed on is to be forced now, or when the interval is over. Writer thread. */
    void turn() {
        if (unheardItems > 0 || policy.kind() == SyncPolicy.Kind.INTERVAL && beginsInterval()) {
            ring();
        }
    }

    /** Whether something was appended and nothing before it waits for a force: then nobody looks at the clock yet. */
    private boolean beginsInterval() {
        long appended = journal.lastAppended();
        boolean begins = appended > heardSequence && journal.lastForced() >= heardSequence;
        if (begins) {
            heardSequence = appended;
        }
        return begins;
    }

    private void ring() {
        unheardItems = 0;
        doorbell.ring();
    }

    /** Whether all up to this entry is on disk; where it isn't, asks for a force. Snapshot thread; in a cluster the log's. */
    boolean isForced(long sequence) {
        boolean isForced = journal.lastForced() >= sequence;
        if (!isForced) {
            forceUpTo(sequence);
        }
        return isForced;
    }

    /** Asks for a force whatever the policy says. */
    void forceUpTo(long sequence) {
        wantedSequence = sequence;
        doorbell.ring();
    }

    @Override
    public int doWork() {
        int released = release(releasable());
        if (isForceDue()) {
            released += 1 + force();
        }
        if (policy.kind() == SyncPolicy.Kind.INTERVAL) {
            doorbell.sleepAtMost(restNs());
        }
        return released;
    }

    /** How long nothing may have to be forced. */
    long restNs() {
        long longestNs = TimeUnit.MILLISECONDS.toNanos(Doorbell.LONGEST_SLEEP_MS);
        boolean isAllForced = journal.lastForced() >= journal.lastAppended();
        return isAllForced ? longestNs : Math.min(longestNs, Math.max(0, intervalEndNs() - clock.nanoTime()));
    }

    private long intervalEndNs() {
        return forcedAtNs + TimeUnit.MILLISECONDS.toNanos(policy.intervalMs());
    }

    /** Tells how many requests had waited for it. */
    private int force() {
        requestsInFlight.record(ring.inFlight());
        long beganNs = clock.nanoTime();
        journal.force();
        forcedAtNs = clock.nanoTime();
        int released = release(releasable());
        forceTimesNs.record(forcedAtNs - beganNs);
        requestsPerForce.record(released);
        return released;
    }

    @Override
    public String roleName() {
        return "journal-syncer";
    }

    /** Up to which entry replies may be given. Any thread. */
    long releasableSequence() {
        return Math.min(journal.lastAppended(), releasable());
    }

    private long releasable() {
        return policy.kind() == SyncPolicy.Kind.ALWAYS ? journal.lastForced() : Long.MAX_VALUE;
    }

    private boolean isForceDue() {
        if (journal.lastForced() >= journal.lastAppended()) {
            return false;
        }
        if (wantedSequence > journal.lastForced()) {
            return true;
        }
        return switch (policy.kind()) {
            case ALWAYS -> true;
            case INTERVAL -> clock.nanoTime() - intervalEndNs() >= 0;
            case NONE -> false;
        };
    }

    private int release(long sequence) {
        int released = 0;
        for (Request request = queue.peek();
                request != null && request.awaitedSequence <= sequence;
                request = queue.peek()) {
            queue.poll();
            hand(request);
            released++;
        }
        return released;
    }

    private void hand(Request request) {
        if (request.needsJournal()) {
            lookups.enqueue(request);
        } else {
            ring.release(request);
            request.publish();
        }
    }
}
