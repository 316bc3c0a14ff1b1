package bankroll.journal.chronicle;

import bankroll.condition.ConditionException;
import bankroll.condition.Degradation.Part;
import bankroll.condition.ExitCode;
import bankroll.condition.Reason;
import bankroll.journal.DiskWatch;
import bankroll.journal.JournalContext;
import bankroll.journal.files.JournalFile;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps the next file in reserve and watches the free space, on a thread of its own. */
final class JournalRoom implements DiskWatch {
    /** Stays free when a reserve is written: the manifest must always find room. */
    private static final long SPARE_BYTES = 2L << 20;

    private static final Logger LOG = LoggerFactory.getLogger(JournalRoom.class);

    private final JournalContext context;
    /** Kept, because finding it anew takes a file descriptor, and there may be none left. */
    private final FileStore disk;

    private final BackgroundAgent agent;
    private volatile long usableBytes;
    private volatile Reserve nextFile = Reserve.MISSING;
    private volatile boolean outOfRoom;
    private volatile boolean low;
    private volatile Wanted wanted;
    private Wanted reserved;
    private String trouble;
    private Beginning waiting;
    private boolean isWatching;

    /** A file to be reserved, and its size. */
    private record Wanted(JournalFile file, long bytes) {}

    /** What can't be done before there is room. */
    @FunctionalInterface
    interface Beginning {
        /** Tries; whether it is done. */
        boolean run() throws IOException;
    }

    JournalRoom(JournalContext context, Consumer<Throwable> onFailure) throws IOException {
        this.context = context;
        this.disk = Files.getFileStore(context.directory());
        this.agent = new BackgroundAgent("journal-room", context.diskPollMs(), this::watch, onFailure);
        this.usableBytes = measure();
        requirePossible(context.lowWaterBytes(), disk.getTotalSpace());
    }

    /** A file system that does not tell its size says 0. */
    static void requirePossible(long lowWaterBytes, long totalBytes) {
        if (totalBytes > 0 && lowWaterBytes >= totalBytes) {
            throw new ConditionException(
                    ExitCode.USAGE,
                    "journal.low-water-bytes is " + lowWaterBytes + ", and the journal's whole file system has "
                            + totalBytes + " bytes: no booking could ever be taken",
                    "set it lower");
        }
    }

    /** Reserves the first file before the writer begins, then goes on in the background. */
    void start(JournalFile first, long bytes) throws IOException {
        wanted = new Wanted(first, bytes);
        round();
        watchOn();
    }

    /** The disk is too full to begin: that is tried at each look, and bookings are refused meanwhile. */
    void beginLater(Beginning beginning) {
        LOG.error("{} bytes are free for the journal, too few to begin: bookings are unavailable", usableBytes);
        outOfRoom = true;
        waiting = beginning;
        watchOn();
    }

    private void watchOn() {
        if (!isWatching) {
            isWatching = true;
            agent.start();
        }
    }

    /** Whether so many bytes would not fit, beside what must stay free for the manifest. */
    boolean lacks(long bytes) {
        return usableBytes < bytes + SPARE_BYTES;
    }

    /** The reserve was taken; this file is wanted next. Writer thread. */
    void want(JournalFile next, long bytes) {
        if (nextFile == Reserve.READY) {
            nextFile = Reserve.MISSING;
        }
        wanted = new Wanted(next, bytes);
        agent.wake();
    }

    /** Whether a next file can be begun without running out of disk. Writer thread. */
    boolean isNextFileSafe() {
        return switch (nextFile) {
            case READY -> true;
            case MISSING -> false;
            case UNSUPPORTED -> !low && usableBytes > context.fileBytes();
        };
    }

    /** Nothing here is between memory and journal: without a next file bookings are refused before they are decided. */
    private void watch() {
        try {
            round();
            if (trouble != null) {
                context.degradation().end(Part.DISK, trouble);
                trouble = null;
            }
        } catch (IOException | RuntimeException e) {
            if (trouble == null) {
                trouble = "the journal's disk can't be watched: " + Reason.of(e);
                context.degradation().begin(Part.DISK, trouble);
            }
        }
    }

    private void round() throws IOException {
        usableBytes = measure();
        begin();
        reserve();
        report();
    }

    private void begin() throws IOException {
        Beginning beginning = waiting;
        if (beginning == null) {
            return;
        }
        waiting = null;
        boolean isBegun = false;
        try {
            isBegun = beginning.run();
        } finally {
            waiting = isBegun ? null : beginning;
        }
    }

    private long measure() throws IOException {
        return disk.getUsableSpace();
    }

    private void reserve() {
        Wanted next = wanted;
        if (next == null || next.equals(reserved)) {
            return;
        }
        if (!context.reserveNextFile()) {
            nextFile = Reserve.UNSUPPORTED;
            outOfRoom = false;
        } else if (allocate(next)) {
            reserved = next;
            outOfRoom = false;
            nextFile = Reserve.READY;
        }
    }

    /** Whatever hinders it (a full disk, no file descriptor left) may be over at the next try. */
    private boolean allocate(Wanted next) {
        if (lacks(next.bytes())) {
            reportOutOfRoom(next, null);
            return false;
        }
        try {
            return BlockReserve.allocate(next.file(), next.bytes(), context.zerosAhead(), agent::isClosed);
        } catch (IOException e) {
            reportOutOfRoom(next, e);
            return false;
        }
    }

    private void reportOutOfRoom(Wanted next, IOException cause) {
        if (!outOfRoom) {
            outOfRoom = true;
            LOG.error(
                    "no room for journal file {} ({} bytes), {} bytes are free: bookings are unavailable",
                    next.file(),
                    next.bytes(),
                    usableBytes,
                    cause);
        }
    }

    private void report() {
        boolean nowLow = usableBytes < context.lowWaterBytes();
        if (nowLow != low) {
            low = nowLow;
            LOG.warn(
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
    public Reserve nextFile() {
        return nextFile;
    }

    @Override
    public boolean acceptsBookings() {
        return !low && !outOfRoom;
    }

    /** Ends the thread: nothing is begun any more. */
    void end() {
        agent.close();
    }

    /** Ends the thread and gives an unused reserve back. */
    void close() throws IOException {
        end();
        if (reserved != null && nextFile == Reserve.READY) {
            BlockReserve.release(reserved.file());
        }
    }
}
