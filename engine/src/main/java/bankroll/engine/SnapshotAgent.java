package bankroll.engine;

import bankroll.agent.Doorbell;
import bankroll.condition.Degradation;
import bankroll.condition.Degradation.Part;
import bankroll.condition.LogId;
import bankroll.journal.CorruptJournalException;
import bankroll.journal.Frame;
import bankroll.journal.JournalStore;
import bankroll.ledger.Ledger;
import bankroll.ledger.table.FrozenState;
import bankroll.protocol.PieceDigest;
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
import org.agrona.concurrent.NanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Snapshots: when the writer freezes its state, and how the frozen state gets to disk while the ledger goes on. One is only
 * taken of what the journal has on disk, so that no snapshot is ever ahead of its journal; none is begun that would take
 * the room that the journal needs. One that fails leaves nothing behind, is told, and is tried again when the next is due:
 * it isn't the truth, only a shorter way to it.
 *
 * <p>The writer makes a {@link Job} and lets go of one that is written; the snapshot thread writes it.
 */
final class SnapshotAgent implements Agent {
    private static final Logger LOG = LoggerFactory.getLogger(SnapshotAgent.class);
    private static final long GUESSED_BYTES_PER_MS = 100_000;
    private static final long LEAST_MEASURED_BYTES = 64 << 20;
    private static final long END_NAP_NS = TimeUnit.MILLISECONDS.toNanos(1);

    /** Between two tries of one that is wanted now; each takes the memory of what changes meanwhile. */
    private static final long TRY_AGAIN_NS = TimeUnit.SECONDS.toNanos(10);

    /**
     * So many times as long as one took none is begun because of new transactions: the larger a ledger, the longer one takes,
     * and a fast one would write snapshots without end.
     */
    private static final int RESTS = 3;

    /** Knows itself that it is written: the writer may have given the next one since. */
    private static final class Job {
        private final SnapshotHead head;
        private final FrozenState state;
        private final boolean isWantedNow;
        private volatile boolean isWritten;

        Job(SnapshotHead head, FrozenState state, boolean isWantedNow) {
            this.head = head;
            this.state = state;
            this.isWantedNow = isWantedNow;
        }
    }

    // The writer's.
    private final Ledger ledger;
    private final Frame.Sealer sealer;
    private final long everyTransactions;
    private final long everyNs;
    private final long atStopMs;
    private final double phase;
    /** Not the ledger's time, which stands still while the machine's clock is behind it. */
    private final NanoClock nanoClock;

    private long lastSequence;
    private long lastTransactions;
    private long lastNs;
    private long restedNs;
    private long wantedTriedNs;

    // The snapshot thread's.
    private final SnapshotStore store;
    private final JournalStore journalStore;
    private final JournalSyncer syncer;
    private final Degradation degradation;
    private final LongSupplier clock;
    private final int kept;
    private final Retention retention;
    private String trouble;

    // What they tell each other.
    final Doorbell doorbell = new Doorbell();
    private final Pace pace = new Pace();
    private volatile boolean isWantedNow;
    private volatile Job job;
    private volatile boolean ending;
    private volatile boolean writing;
    private volatile long bytes;
    /** How fast the last large snapshot was; a cautious guess before the first one. */
    private volatile long bytesPerMs = GUESSED_BYTES_PER_MS;

    private volatile EngineStatus.Snapshots status = EngineStatus.Snapshots.NONE;

    SnapshotAgent(
            SnapshotStore store,
            JournalStore journalStore,
            JournalSyncer syncer,
            Ledger ledger,
            Frame.Sealer sealer,
            EngineContext context) {
        this.store = store;
        this.journalStore = journalStore;
        this.syncer = syncer;
        this.ledger = ledger;
        this.sealer = sealer;
        everyTransactions = context.snapshotEveryTransactions();
        everyNs = TimeUnit.MILLISECONDS.toNanos(context.snapshotEveryMs());
        atStopMs = context.snapshotAtStopMs;
        phase = context.log() == null ? 0 : context.log().phase();
        degradation = context.degradation();
        clock = context.clock();
        kept = context.snapshotsKept();
        nanoClock = context.nanoClock;
        retention = new Retention(
                journalStore,
                store,
                context.journalKeptMs(),
                context.degradation(),
                (read, of) -> pace.requireWanted());
    }

    /** The start began with a snapshot of this entry. */
    void beganWith(long sequence) {
        status = status.found(sequence);
    }

    /** Counts from here: the state is on disk up to now. A part of the first interval is over. The writer is not at work yet. */
    void start() {
        restart();
        lastTransactions -= (long) (phase * everyTransactions);
        restedNs = lastNs;
        wantedTriedNs = lastNs - TRY_AGAIN_NS;
        lastNs -= (long) (phase * everyNs);
    }

    private void restart() {
        lastSequence = ledger.sequence();
        lastTransactions = ledger.transactions();
        lastNs = nanoClock.nanoTime();
    }

    /**
     * Memory may hold the only good copy: one is taken as soon as it goes, even where none are wanted, and until there is one,
     * at a stop however long it takes. Any thread.
     */
    void takeNow() {
        isWantedNow = true;
    }

    /** Begins a snapshot that is due, or lets go of one that is written. Writer thread, between two requests. */
    void turn() {
        if (job == null) {
            if (isDue()) {
                begin();
            }
        } else if (job.isWritten) {
            job = null;
            ledger.release();
            long nowNs = nanoClock.nanoTime();
            restedNs = nowNs + RESTS * (nowNs - lastNs);
        }
    }

    private void begin() {
        boolean wasWantedNow = isWantedNow;
        if (wasWantedNow) {
            isWantedNow = false;
            wantedTriedNs = nanoClock.nanoTime();
        }
        job = new Job(head(), ledger.freeze(), wasWantedNow);
        doorbell.ring();
        restart();
    }

    private boolean isDue() {
        if (isWantedNow) {
            return ledger.sequence() > status.sequence() && nanoClock.nanoTime() - wantedTriedNs >= TRY_AGAIN_NS;
        }
        return everyTransactions > 0 && ledger.sequence() > lastSequence && (isTime() || hasGrown());
    }

    private boolean isTime() {
        return nanoClock.nanoTime() - lastNs >= everyNs;
    }

    private boolean hasGrown() {
        return ledger.transactions() - lastTransactions >= everyTransactions && nanoClock.nanoTime() - restedNs >= 0;
    }

    private SnapshotHead head() {
        return new SnapshotHead(ledger.sequence(), ledger.timeMs(), sealer.lastCrc());
    }

    /** From now on snapshots are written as fast as it goes: the engine stops. Any thread. */
    void hurry() {
        pace.hurry();
    }

    /**
     * Begins none any more, when the writer has ended. One under way is worthless where a newer one follows at once; else it
     * may be finished if that is quick. It has ended when this returns.
     */
    void end() {
        endWithin(isWanted() && isQuick() ? 0 : atStopMs);
        if (job != null) {
            job = null;
            ledger.release();
        }
    }

    private void endWithin(long ms) {
        ending = true;
        pace.hurry();
        long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ms);
        if ((bytes - pace.readBytes()) / bytesPerMs >= ms) {
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

    /** Takes the last snapshot of a graceful stop, when nobody else is at work; none that would hold the stop up. */
    void last() {
        if (!isWanted()) {
            return;
        }
        if (isWantedNow || isQuick()) {
            write(head(), ledger.freeze());
            ledger.release();
        } else {
            LOG.info(
                    "No snapshot at this stop: it would take about {} s. The next start replays what came since the last.",
                    expectedMs() / 1000);
        }
    }

    private boolean isWanted() {
        return (everyTransactions > 0 || isWantedNow) && ledger.sequence() > status.sequence();
    }

    private boolean isQuick() {
        return expectedMs() <= atStopMs;
    }

    private long expectedMs() {
        return ledger.counts().tableBytes() / bytesPerMs;
    }

    /** How they stand. Any thread. */
    EngineStatus.Snapshots status() {
        return status;
    }

    /** The snapshot thread: writes the frozen state once all of it is on disk in the journal. */
    @Override
    public int doWork() {
        Job current = job;
        if (current == null || current.isWritten || !syncer.isForced(current.head.sequence())) {
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
            write(current.head, current.state);
        } finally {
            if (current.isWantedNow && status.sequence() < current.head.sequence()) {
                isWantedNow = true;
            }
            current.isWritten = true;
        }
        return 1;
    }

    private void write(SnapshotHead head, FrozenState state) {
        bytes = SnapshotStore.bytes(state);
        if (hasRoom(head)) {
            writeWhole(head, state);
        }
    }

    private void writeWhole(SnapshotHead head, FrozenState state) {
        long startNs = System.nanoTime();
        try {
            Path path = store.take(head, pace.of(state, this::requireRoom), PieceDigest.onOneProcessor())
                    .path();
            measure(Files.size(path), elapsedMs(startNs) - pace.restedMs());
            status = status.written(head.sequence(), clock.getAsLong(), elapsedMs(startNs));
            trouble = degradation.replace(Part.SNAPSHOTS, trouble, null);
            LOG.info("Snapshot of entry {} in {} ms: {}.", head.sequence(), elapsedMs(startNs), path.getFileName());
            tidy(head);
        } catch (Pace.GivenUpException e) {
            LOG.info("The snapshot of entry {} was given up: the service stops.", head.sequence());
        } catch (IOException | UncheckedIOException e) {
            failed(head, e.toString());
        }
    }

    private boolean hasRoom(SnapshotHead head) {
        String lack = lackOfRoom(bytes);
        if (lack != null) {
            failed(head, lack);
        }
        return lack == null;
    }

    /** While a long one is written, others take room, too. */
    private void requireRoom() {
        String lack = lackOfRoom(bytes - pace.readBytes());
        if (lack != null) {
            throw new UncheckedIOException(new IOException(lack));
        }
    }

    /** A snapshot must not take the room without which bookings are refused. Null when it doesn't. */
    private String lackOfRoom(long wantedBytes) {
        long lowWaterBytes = journalStore.disk().lowWaterBytes();
        long usableBytes = store.usableBytes();
        return wantedBytes <= usableBytes - lowWaterBytes
                ? null
                : "it takes " + wantedBytes + " bytes, and of " + usableBytes + " that are free the journal keeps "
                        + lowWaterBytes + "; make room";
    }

    private void failed(SnapshotHead head, String why) {
        status = status.failed(why);
        String now = "no snapshot since entry " + status.sequence() + ", that of entry " + head.sequence() + " failed: "
                + why + ". The journal is unharmed";
        trouble = degradation.replace(Part.SNAPSHOTS, trouble, now);
    }

    /** A stop that has no time doesn't wait until it is known what of the journal can go: a whole snapshot may be read for that. */
    private void tidy(SnapshotHead head) {
        try {
            store.prune(kept, journalStore);
            retention.apply(head.timeMs());
        } catch (Pace.GivenUpException e) {
            LOG.debug("The journal is kept as it is: the service stops.", e);
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

    private static long elapsedMs(long startNs) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs);
    }

    @Override
    public String roleName() {
        return "snapshot";
    }
}
