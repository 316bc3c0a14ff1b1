package bankroll.journal.chronicle;

import bankroll.journal.DiskWatch;
import bankroll.journal.JournalContext;
import bankroll.journal.files.JournalFile;
import java.io.IOException;
import java.nio.file.Files;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps the next file's blocks in reserve and watches the free space, on a thread of its own. */
final class JournalRoom implements DiskWatch {
    private static final Logger LOG = LoggerFactory.getLogger(JournalRoom.class);

    private final JournalContext context;
    private final BackgroundAgent agent;
    private volatile long usableBytes;
    private volatile Reserve nextFile = Reserve.MISSING;
    private volatile boolean outOfRoom;
    private volatile boolean low;
    private volatile JournalFile wanted;
    private JournalFile reserved;

    JournalRoom(JournalContext context, Consumer<Throwable> onFailure) throws IOException {
        this.context = context;
        this.agent = new BackgroundAgent("journal-room", context.diskPollMs(), this::round, onFailure);
        this.usableBytes = measure();
    }

    /** Reserves the first file before the writer begins, then goes on in the background. */
    void start(JournalFile first) throws IOException {
        wanted = first;
        round();
        agent.start();
    }

    /** The reserve was taken; this file is wanted next. Writer thread. */
    void want(JournalFile next) {
        if (nextFile == Reserve.READY) {
            nextFile = Reserve.MISSING;
        }
        wanted = next;
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

    private void round() throws IOException {
        usableBytes = measure();
        reserve();
        report();
    }

    private long measure() throws IOException {
        return Files.getFileStore(context.directory()).getUsableSpace();
    }

    private void reserve() throws IOException {
        JournalFile file = wanted;
        if (file == null || file.equals(reserved) || nextFile == Reserve.UNSUPPORTED) {
            return;
        }
        if (!context.reserveNextFile()) {
            nextFile = Reserve.UNSUPPORTED;
            return;
        }
        switch (allocate(file)) {
            case DONE -> {
                reserved = file;
                outOfRoom = false;
                nextFile = Reserve.READY;
            }
            case NO_ROOM -> reportOutOfRoom(file);
            case UNSUPPORTED -> {
                nextFile = Reserve.UNSUPPORTED;
                LOG.warn(
                        "{} can't allocate files ahead: only the low-water mark of {} bytes protects the journal from a"
                                + " full disk",
                        context.directory(),
                        context.lowWaterBytes());
            }
        }
    }

    /** Whatever hinders it (no file descriptor left, a directory without rights) may be over at the next try. */
    private BlockReserve.Result allocate(JournalFile file) {
        try {
            return BlockReserve.allocate(file, context.fileBytes());
        } catch (IOException e) {
            LOG.error("can't reserve journal file {}", file, e);
            return BlockReserve.Result.NO_ROOM;
        }
    }

    private void reportOutOfRoom(JournalFile file) {
        if (!outOfRoom) {
            outOfRoom = true;
            LOG.error(
                    "no room for journal file {} ({} bytes), {} bytes are free: bookings are unavailable",
                    file,
                    context.fileBytes(),
                    usableBytes);
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

    /** Ends the thread and gives an unused reserve back. */
    void close() throws IOException {
        agent.close();
        if (reserved != null && nextFile == Reserve.READY) {
            BlockReserve.release(reserved);
        }
    }
}
