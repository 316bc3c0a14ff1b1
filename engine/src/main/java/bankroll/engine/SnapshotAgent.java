package bankroll.engine;

import bankroll.journal.Journal;
import bankroll.ledger.table.FrozenState;
import bankroll.snapshot.Effort;
import bankroll.snapshot.SnapshotHead;
import bankroll.snapshot.SnapshotStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.Agent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes a frozen state to disk while the ledger goes on. A snapshot is only taken of what the journal has on disk, so
 * that no snapshot is ever ahead of its journal. One that fails is reported and tried again at the next turn of the
 * schedule: it isn't the truth, only a shorter way to it.
 *
 * <p>{@link #start}, {@link #isIdle} and {@link #takeBack} are the writer's.
 */
final class SnapshotAgent implements Agent {
    private static final Logger LOG = LoggerFactory.getLogger(SnapshotAgent.class);
    private static final long GUESSED_BYTES_PER_MS = 100_000;
    private static final long LEAST_MEASURED_BYTES = 64 << 20;

    private final SnapshotStore store;
    private final Journal journal;
    private final JournalSyncer syncer;
    private final int kept;
    private final Retention retention;
    private final Doorbell doorbell = new Doorbell();
    private final Pace pace = new Pace();
    private volatile Job job;
    private volatile boolean written;
    private volatile long writtenSequence;
    private volatile long bytesPerMs = GUESSED_BYTES_PER_MS;

    private record Job(SnapshotHead head, FrozenState state) {}

    SnapshotAgent(SnapshotStore store, Journal journal, JournalSyncer syncer, int kept, Retention retention) {
        this.store = store;
        this.journal = journal;
        this.syncer = syncer;
        this.kept = kept;
        this.retention = retention;
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

    /** Forgets a snapshot that may not even have begun, when the agents have stopped. */
    void drop() {
        job = null;
    }

    /** The last entry in the newest snapshot of this run; 0 when none was taken. */
    long writtenSequence() {
        return writtenSequence;
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
        write(current.head(), current.state());
        written = true;
        return 1;
    }

    /** Takes a snapshot at once, on the caller's thread, when the agents have stopped. */
    void write(SnapshotHead head, FrozenState state) {
        long startNs = System.nanoTime();
        try {
            Path path =
                    store.take(head, pace.of(state), Effort.BESIDE_A_SERVICE).path();
            writtenSequence = head.sequence();
            measure(Files.size(path), elapsedMs(startNs) - pace.restedMs());
            store.prune(kept);
            retention.apply(head.timeMs());
            LOG.info("Snapshot of entry {} in {} ms: {}.", head.sequence(), elapsedMs(startNs), path.getFileName());
        } catch (IOException | UncheckedIOException e) {
            LOG.warn("No snapshot of entry {}: {}. The journal is unharmed.", head.sequence(), e.toString());
        }
    }

    /** A small one says how slow a force is, not how fast bytes are. */
    private void measure(long bytes, long tookMs) {
        if (bytes >= LEAST_MEASURED_BYTES) {
            bytesPerMs = bytes / (tookMs + 1) + 1;
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
