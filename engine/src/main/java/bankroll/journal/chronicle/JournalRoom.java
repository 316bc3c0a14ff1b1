package bankroll.journal.chronicle;

import bankroll.agent.AgentHost;
import bankroll.agent.Doorbell;
import bankroll.agent.FailurePolicy;
import bankroll.condition.Degradation.Part;
import bankroll.condition.LogId;
import bankroll.condition.Reason;
import bankroll.journal.JournalContext;
import bankroll.journal.JournalStore.DiskWatch;
import bankroll.journal.files.DurableFiles;
import bankroll.journal.files.FreeSpace;
import bankroll.journal.files.JournalFile;
import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.NanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the next file in reserve and watches the free space, as an agent.
 *
 * <p>A second file is kept where the first one may not last: in the beginning, when files are small, and while files are
 * filled at more than a quarter of the pace at which they can be made ready. A file is made ready with rests, in half the time
 * in which the one before was filled, since zeros written as fast as they go take the disk and a processor from those who
 * answer. Where the writer waits all the same, the file that is being made ready ends where it is, if it can do.
 */
final class JournalRoom implements Agent, DiskWatch {
    /** Stays free when a reserve is written: the manifest must always find room. */
    private static final long SPARE_BYTES = 2L << 20;

    private static final String NO_DESCRIPTORS =
            "no file descriptors are left for the journal's next file, bookings wait;"
                    + " close connections, or allow the service more (ulimit -n)";
    private static final String NOT_READY =
            "the journal's next file can't be made ready, bookings wait once the present one" + " is full: ";
    private static final int MOST_RESERVED = 2;
    private static final int OUTRUN_PART = 4;
    /** However slowly files are filled: the next one may be filled fast. */
    private static final long MOST_MAKING_NS = TimeUnit.SECONDS.toNanos(2);
    /** After a rest it is looked again whether somebody waits. */
    private static final long MOST_REST_NS = TimeUnit.MILLISECONDS.toNanos(20);

    private static final Logger LOG = LoggerFactory.getLogger(JournalRoom.class);

    /** Makes a file ready. */
    @FunctionalInterface
    interface Reserver {
        /** As {@link BlockReserve#allocate}. */
        long allocate(JournalFile file, long bytes, boolean zeros, BlockReserve.Demand demand) throws IOException;
    }

    private final JournalContext context;
    private final Reserver reserver;
    private final NanoClock clock;
    private final LongConsumer rests;
    private final Doorbell doorbell;
    private final FailurePolicy failed;
    private final Queue<Reserved> ready = new ConcurrentLinkedQueue<>();
    private final BlockReserve.Demand demand = new WriterDemand();
    private volatile Runnable onRoom = () -> {};
    private volatile long usableBytes;
    private volatile boolean outOfRoom;
    private volatile boolean low;
    private volatile boolean awaited;
    private volatile boolean lacksDescriptors;
    private volatile boolean isOver;
    private volatile double filledPerNs;
    private JournalFile next;
    private long nextBytes;
    private long leastBytes;
    private double reservedPerNs = Double.MAX_VALUE;
    private long makingSinceNs;
    private long restedNs;
    private long tookAtNs;
    private long tookBytes;
    private String unready;
    private String trouble;
    private Beginning waiting;
    private boolean isWatching;
    private AgentHost.Hosted hosted = () -> {};

    /** A file that is ready, and its size. */
    private record Reserved(JournalFile file, long bytes) {}

    /** What can't be done before there is room. */
    @FunctionalInterface
    interface Beginning {
        /** Tries; whether it is done. */
        boolean run() throws IOException;
    }

    JournalRoom(JournalContext context, Consumer<Throwable> onFailure) throws IOException {
        this(context, onFailure, BlockReserve::allocate, context.nanoClock(), LockSupport::parkNanos);
    }

    /** @param rests ends after so many nanoseconds, or before. */
    JournalRoom(
            JournalContext context,
            Consumer<Throwable> onFailure,
            Reserver reserver,
            NanoClock clock,
            LongConsumer rests)
            throws IOException {
        this.context = context;
        this.reserver = reserver;
        this.clock = clock;
        this.rests = rests;
        this.doorbell = Doorbell.every(context.diskPollMs());
        this.failed = FailurePolicy.stop(onFailure::accept);
        this.usableBytes = measure();
        FreeSpace.of(context.directory()).requireAbove(context.lowWaterBytes());
    }

    /**
     * Reserves the first file before the writer begins, then goes on in the background.
     *
     * @param bytes of the first file; the next ones double up to a full one, and none is smaller
     */
    void start(JournalFile first, long bytes) throws IOException {
        next = first;
        nextBytes = bytes;
        leastBytes = bytes;
        usableBytes = measure();
        reserveNext();
        report();
        watchOn();
    }

    /** The disk is too full to begin: that is tried at each look, and bookings are refused meanwhile. */
    void beginLater(Beginning beginning) {
        LOG.error(
                LogId.DISK_FULL.marker(),
                "{} bytes are free for the journal, too few to begin: bookings are unavailable",
                usableBytes);
        outOfRoom = true;
        waiting = beginning;
        watchOn();
    }

    private void watchOn() {
        if (!isWatching) {
            isWatching = true;
            hosted = context.agentHost().host(this, doorbell, failed);
        }
    }

    /** Whether so many bytes would not fit, beside what must stay free for the manifest. */
    boolean lacks(long bytes) {
        return usableBytes < bytes + SPARE_BYTES;
    }

    /** The writer has begun this file, which was in reserve. Writer thread. */
    void took(JournalFile file) {
        long nowNs = clock.nanoTime();
        if (tookBytes > 0) {
            filledPerNs = (double) tookBytes / Math.max(1, nowNs - tookAtNs);
        }
        Reserved taken = ready.poll();
        tookAtNs = nowNs;
        tookBytes = taken == null ? 0 : taken.bytes();
        doorbell.ring();
    }

    /** Bytes of the file that is begun next. Writer thread. */
    long nextFileBytes() {
        Reserved first = ready.peek();
        return first == null ? context.fileBytes() : first.bytes();
    }

    /** Whether a next file can be begun without running out of disk or descriptors. Writer thread. */
    boolean isNextFileSafe() {
        boolean isReady = isNextFileReady();
        if (!isReady && !awaited) {
            awaited = true;
            doorbell.ring();
        }
        return isReady && hasDescriptors();
    }

    /** Whether a next file is in reserve. */
    boolean isNextFileReady() {
        return !ready.isEmpty();
    }

    private boolean hasDescriptors() {
        boolean lacks = !Descriptors.areLeft(context.directory());
        if (lacks != lacksDescriptors) {
            lacksDescriptors = lacks;
            doorbell.ring();
        }
        return !lacks;
    }

    /** Nothing here is between memory and journal: without a next file bookings are refused before they are decided. */
    @Override
    public int doWork() {
        if (lacksDescriptors && Descriptors.areLeft(context.directory())) {
            lacksDescriptors = false;
            onRoom.run();
        }
        String now;
        try {
            round();
            now = lacksDescriptors ? NO_DESCRIPTORS : unready;
        } catch (IOException | RuntimeException e) {
            now = "the journal's disk can't be watched: " + Reason.of(e);
        }
        trouble = context.degradation().replace(Part.DISK, trouble, now);
        return 0;
    }

    private void round() throws IOException {
        usableBytes = measure();
        begin();
        reserve();
        report();
    }

    private void begin() throws IOException {
        if (waiting != null && waiting.run()) {
            waiting = null;
        }
    }

    private long measure() throws IOException {
        return FreeSpace.of(context.directory()).usableBytes();
    }

    private void reserve() throws IOException {
        while (next != null && !isOver && isWanted() && reserveNext()) {
            usableBytes = measure();
        }
    }

    /** A second file must not be why bookings are refused. */
    private boolean isWanted() {
        boolean hasRoomForAnother =
                usableBytes - nextBytes >= context.lowWaterBytes() + context.fileBytes() + SPARE_BYTES;
        return ready.isEmpty() || ready.size() < MOST_RESERVED && mayBeOutrun() && hasRoomForAnother;
    }

    private boolean mayBeOutrun() {
        return nextBytes < context.fileBytes() || filledPerNs * OUTRUN_PART > reservedPerNs;
    }

    /** Whether the next file is ready now. */
    private boolean reserveNext() {
        makingSinceNs = clock.nanoTime();
        restedNs = 0;
        long bytes = allocate();
        if (bytes == 0) {
            return false;
        }
        reservedPerNs = (double) bytes / Math.max(1, clock.nanoTime() - makingSinceNs - restedNs);
        ready.add(new Reserved(next, bytes));
        reportRoom();
        awaited = false;
        next = JournalFile.of(context.directory(), next.run(), next.number() + 1);
        nextBytes = Math.min(context.fileBytes(), nextBytes * 2);
        onRoom.run();
        return true;
    }

    /** How long the file that is being made ready may take; 0 while it isn't known how fast files are filled. */
    private long makingNs() {
        boolean isKnown = filledPerNs > 0 && nextBytes >= context.fileBytes();
        return isKnown ? (long) Math.min(MOST_MAKING_NS, nextBytes / filledPerNs / 2) : 0;
    }

    private void restUntil(long dueNs) {
        long startNs = clock.nanoTime();
        long restNs = Math.min(MOST_REST_NS, dueNs - startNs);
        if (restNs > 0 && !awaited && !isOver) {
            rests.accept(restNs);
            restedNs += clock.nanoTime() - startNs;
        }
    }

    /** Whatever hinders it may be over at the next try. The present file may have room for long, so only a full disk refuses. */
    private long allocate() {
        unready = null;
        if (lacks(nextBytes)) {
            reportOutOfRoom(null);
            return 0;
        }
        try {
            return reserver.allocate(next, nextBytes, context.zerosAhead(), demand);
        } catch (IOException e) {
            if (DurableFiles.isForWantOfRoom(e)) {
                reportOutOfRoom(e);
            } else if (ready.isEmpty()) {
                unready = NOT_READY + Reason.of(e);
            }
            return 0;
        }
    }

    private void reportRoom() {
        if (outOfRoom) {
            outOfRoom = false;
            LOG.warn(
                    LogId.DISK_ROOM_AGAIN.marker(),
                    "there is room for journal file {} again: bookings are taken",
                    next);
        }
    }

    /** Nobody needs to know of a second file that can't be had. */
    private void reportOutOfRoom(IOException cause) {
        if (ready.isEmpty() && !outOfRoom) {
            outOfRoom = true;
            LOG.error(
                    LogId.DISK_FULL.marker(),
                    "no room for journal file {} ({} bytes), {} bytes are free: bookings are unavailable",
                    next,
                    nextBytes,
                    usableBytes,
                    cause);
        }
    }

    private void report() {
        boolean nowLow = usableBytes < context.lowWaterBytes();
        if (nowLow != low) {
            low = nowLow;
            LOG.warn(
                    LogId.DISK_LOW.marker(),
                    "{} bytes are free for the journal, low-water mark {}: bookings are {}",
                    usableBytes,
                    context.lowWaterBytes(),
                    nowLow ? "unavailable" : "taken again");
        }
    }

    @Override
    public long usableBytes() {
        return usableBytes;
    }

    @Override
    public long lowWaterBytes() {
        return context.lowWaterBytes();
    }

    @Override
    public boolean acceptsBookings() {
        return !low && !outOfRoom;
    }

    @Override
    public void onRoom(Runnable told) {
        onRoom = told;
    }

    /** Ends the agent: nothing is begun any more. */
    void end() {
        isOver = true;
        hosted.end();
        hosted = () -> {};
    }

    /** Ends the agent and gives unused reserves back. */
    void close() throws IOException {
        end();
        for (Reserved unused = ready.poll(); unused != null; unused = ready.poll()) {
            BlockReserve.release(unused.file());
        }
    }

    @Override
    public String roleName() {
        return "journal-room";
    }

    /** A file may end early when the writer waits for it: it waits no longer than for the smallest one. */
    private final class WriterDemand implements BlockReserve.Demand {
        @Override
        public boolean isOver() {
            return isOver;
        }

        @Override
        public boolean isMet(long bytes) {
            return awaited && ready.isEmpty() && bytes >= leastBytes;
        }

        @Override
        public void rest(long bytes) {
            restUntil(makingSinceNs + (long) ((double) bytes / nextBytes * makingNs()));
        }
    }
}
