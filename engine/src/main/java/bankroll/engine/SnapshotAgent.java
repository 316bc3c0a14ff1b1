package bankroll.engine;

import bankroll.agent.Doorbell;
import bankroll.condition.Degradation;
import bankroll.condition.Degradation.Part;
import bankroll.condition.LogId;
import bankroll.journal.CorruptJournalException;
import bankroll.journal.Journal;
import bankroll.journal.JournalStore;
import bankroll.ledger.table.FrozenState;
import bankroll.protocol.PieceDigest;
import bankroll.snapshot.JournalLink;
import bankroll.snapshot.SnapshotHead;
import bankroll.snapshot.SnapshotStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.agrona.concurrent.Agent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes a frozen state to disk while the ledger goes on. A snapshot is only taken of what the journal has on disk, so
 * that no snapshot is ever ahead of its journal; none is begun that would take the room that the journal needs. One that
 * fails leaves nothing behind, is told, and is tried again at the next turn of the schedule: it isn't the truth, only a
 * shorter way to it.
 *
 * <p>{@link #start}, {@link #isIdle} and {@link #takeBack} are the writer's.
 */
final class SnapshotAgent implements Agent {
    private static final Logger LOG = LoggerFactory.getLogger(SnapshotAgent.class);
    private static final long GUESSED_BYTES_PER_MS = 100_000;
    private static final long LEAST_MEASURED_BYTES = 64 << 20;
    private static final long END_NAP_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final SnapshotStore store;
    private final JournalStore journalStore;
    private final Journal journal;
    private final JournalSyncer syncer;
    private final JournalLink link;
    private final Degradation degradation;
    private final LongSupplier clock;
    private final int kept;
    private final Retention retention;
    private final Doorbell doorbell = new Doorbell();
    private final Pace pace = new Pace();
    private volatile Job job;
    private volatile boolean written;
    private volatile boolean ending;
    private volatile boolean writing;
    private volatile long bytes;
    private volatile long bytesPerMs = GUESSED_BYTES_PER_MS;
    private volatile SnapshotStatus status = SnapshotStatus.NONE;
    private String trouble;

    private record Job(SnapshotHead head, FrozenState state) {}

    SnapshotAgent(
            SnapshotStore store,
            JournalStore journalStore,
            Journal journal,
            JournalSyncer syncer,
            EngineContext context) {
        this.store = store;
        this.journalStore = journalStore;
        this.journal = journal;
        this.syncer = syncer;
        degradation = context.degradation();
        clock = context.clock();
        kept = context.snapshotsKept();
        link = new JournalLink(journalStore);
        retention = new Retention(journalStore, store, context.journalKeptMs(), context.degradation());
    }

    /** The start began with a snapshot of this entry. */
    void beganWith(long sequence) {
        status = status.found(sequence);
    }

    /** Whether a snapshot can be started. */
    boolean isIdle() {
        return job == null;
    }

    /** Starts a snapshot of a state that stays frozen until it is taken back. */
    void start(SnapshotHead head, FrozenState state) {
        written = false;
        job = new Job(head, state);
        doorbell.ring();
    }

    /** Whether the frozen state is no longer read; then the next snapshot can be started. */
    boolean takeBack() {
        if (job == null || !written) {
            return false;
        }
        job = null;
        return true;
    }

    /** From now on snapshots are written as fast as it goes: the engine stops. Any thread. */
    void hurry() {
        pace.hurry();
    }

    /**
     * Begins none any more; one that is being written gets so many milliseconds if that may do, else none. It has ended
     * when this returns.
     */
    void end(long withinMs) {
        ending = true;
        pace.hurry();
        long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(withinMs);
        if ((bytes - pace.readBytes()) / bytesPerMs >= withinMs) {
            pace.giveUp();
        }
        awaitEnd(endNs);
        pace.allow();
    }

    private void awaitEnd(long endNs) {
        while (writing) {
            if (System.nanoTime() - endNs > 0) {
                pace.giveUp();
            }
            LockSupport.parkNanos(END_NAP_NS);
        }
    }

    /** Forgets a snapshot that may not even have begun, when the agents have stopped. */
    void drop() {
        job = null;
    }

    /** How they stand. Any thread. */
    SnapshotStatus status() {
        return status;
    }

    @Override
    public int doWork() {
        Job current = job;
        if (current == null || written) {
            return 0;
        }
        if (journal.lastForced() < current.head().sequence()) {
            syncer.forceUpTo(current.head().sequence());
            return 0;
        }
        writing = true;
        try {
            return ending ? 0 : work(current);
        } finally {
            writing = false;
        }
    }

    private int work(Job current) {
        try {
            write(current.head(), current.state());
        } finally {
            written = true;
        }
        return 1;
    }

    /** Takes a snapshot at once, on the caller's thread, when the agents have stopped. */
    void write(SnapshotHead head, FrozenState state) {
        bytes = SnapshotStore.bytes(state);
        if (hasRoom(head)) {
            writeWhole(head, state);
        }
    }

    private void writeWhole(SnapshotHead head, FrozenState state) {
        long startNs = System.nanoTime();
        try {
            Path path = store.take(head, pace.of(state), PieceDigest.onOneProcessor())
                    .path();
            measure(Files.size(path), elapsedMs(startNs) - pace.restedMs());
            status = status.written(head.sequence(), clock.getAsLong(), elapsedMs(startNs));
            tell(null);
            LOG.info("Snapshot of entry {} in {} ms: {}.", head.sequence(), elapsedMs(startNs), path.getFileName());
            tidy(head);
        } catch (Pace.GivenUpException e) {
            LOG.info("The snapshot of entry {} was given up: the service stops.", head.sequence());
        } catch (IOException | UncheckedIOException e) {
            failed(head, e.toString());
        }
    }

    /** A snapshot must not take the room without which bookings are refused. */
    private boolean hasRoom(SnapshotHead head) {
        long lowWaterBytes = journalStore.disk().lowWaterBytes();
        long usableBytes = store.usableBytes();
        boolean hasRoom = bytes <= usableBytes - lowWaterBytes;
        if (!hasRoom) {
            failed(
                    head,
                    "it takes " + bytes + " bytes, and of " + usableBytes + " that are free the journal keeps "
                            + lowWaterBytes + "; make room");
        }
        return hasRoom;
    }

    private void failed(SnapshotHead head, String why) {
        status = status.failed(why);
        tell("no snapshot since entry " + status.sequence() + ", that of entry " + head.sequence() + " failed: " + why
                + ". The journal is unharmed");
    }

    /** Each failure in place of the one before it; null when one was written. */
    private void tell(String now) {
        if (trouble != null) {
            degradation.end(Part.SNAPSHOTS, trouble);
        }
        if (now != null) {
            degradation.begin(Part.SNAPSHOTS, now);
        }
        trouble = now;
    }

    private void tidy(SnapshotHead head) {
        try {
            store.prune(kept, link);
            retention.apply(head.timeMs());
        } catch (IOException | UncheckedIOException | CorruptJournalException e) {
            LOG.warn(LogId.SNAPSHOTS_NOT_REMOVED.marker(), "Older snapshots are not all removed: {}.", e.toString());
        }
    }

    /** A small one says how slow a force is, not how fast bytes are. */
    private void measure(long size, long tookMs) {
        if (size >= LEAST_MEASURED_BYTES) {
            bytesPerMs = size / (tookMs + 1) + 1;
        }
    }

    /** How fast the last large snapshot was; a cautious guess before the first one. */
    long bytesPerMs() {
        return bytesPerMs;
    }

    private static long elapsedMs(long startNs) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs);
    }

    @Override
    public String roleName() {
        return "snapshot";
    }

    Doorbell doorbell() {
        return doorbell;
    }
}
