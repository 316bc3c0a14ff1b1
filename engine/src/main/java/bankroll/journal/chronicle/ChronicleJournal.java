package bankroll.journal.chronicle;

import bankroll.journal.Journal;
import bankroll.journal.JournalContext;
import bankroll.journal.JournalFailure;
import bankroll.journal.files.ForcedMark;
import bankroll.journal.files.JournalBooks.FileForcer;
import bankroll.journal.files.JournalBooks.FileTrack;
import bankroll.journal.files.JournalFile;
import java.io.IOException;
import org.agrona.DirectBuffer;

/**
 * The writing end on Chronicle Queue. It begins when its disk has room: at once, unless a start finds the disk full.
 * Before, it takes nothing, and everything that was recovered counts as appended and forced, as it is.
 *
 * <p>The first failure, on whichever thread, is remembered and answers every later call: a journal that failed once
 * promises nothing any more.
 */
final class ChronicleJournal implements Journal {
    /** A run's first file is this part of a full one, but takes the longest frame. */
    private static final int FIRST_FILE_PART = 8;

    /**
     * What a journal that has begun works with, each with its own thread or on the writer's.
     *
     * @param writer puts frames into the files.
     * @param mark notes what was appended and forced.
     * @param forcer brings the files to the disk.
     * @param keeper keeps the manifest and brings the mark to the disk.
     * @param room keeps the next file in reserve.
     */
    record Parts(ChronicleWriter writer, ForcedMark mark, FileForcer forcer, FileKeeper keeper, JournalRoom room) {}

    private final JournalContext context;
    private final int maxFrameBytes;
    private FileTrack track;
    private long capacity;
    private volatile long lastAppended;
    private volatile long lastForced;
    private volatile Throwable failure;
    private boolean closed;

    /** Null before it begins. Written last then, so that whoever sees it sees the fields above. */
    private volatile Parts parts;

    /** @param recoveredSequence the sequence recovered last. */
    ChronicleJournal(JournalContext context, long recoveredSequence) {
        this.context = context;
        this.maxFrameBytes = context.maxFrameBytes();
        this.lastAppended = recoveredSequence;
        this.lastForced = recoveredSequence;
    }

    /**
     * From now on it takes entries. Once, by any thread; may be tried again with other parts when it failed.
     *
     * @param begun what the journal works with; its agents get their turns from here on.
     * @param first the first file of this run.
     */
    void begin(Parts begun, JournalFile first) throws IOException {
        begun.room().start(first, firstCapacity(context));
        roll(begun, first);
        begun.keeper().start();
        parts = begun;
    }

    boolean isBegun() {
        return parts != null;
    }

    /** A run begins with a small file, so that a start need not wait for a large reserve; the next ones double. */
    static long firstCapacity(JournalContext context) {
        return Math.max(context.fileBytes() / FIRST_FILE_PART, context.maxFrameBytes() + JournalContext.OVERHEAD_BYTES);
    }

    @Override
    public boolean hasRoom(int length) {
        Parts begun = parts;
        return begun != null
                && length <= maxFrameBytes
                && (fits(length) || begun.room().isNextFileSafe());
    }

    /** In the current file; one that has no frame yet must be in reserve itself. */
    private boolean fits(int length) {
        return !track.isEmpty() && track.fits(length, capacity);
    }

    @Override
    public void append(DirectBuffer frame, int offset, int length, long sequence) {
        Parts begun = begun();
        refuseAfterFailure();
        try {
            check(begun, length, sequence);
            boolean turn = !track.isEmpty() && !fits(length);
            FileTrack before = track;
            if (turn || track.isEmpty()) {
                roll(begun, turn ? fileBehind(before.file()) : before.file());
            }
            boolean first = track.isEmpty();
            long position = begun.writer().append(frame, offset, length);
            if (first) {
                opened(begun, before);
            }
            track.add(frame, offset, length, position);
            begun.mark().appended(sequence);
            lastAppended = sequence;
        } catch (IOException | RuntimeException | Error e) {
            throw failed("the append of sequence " + sequence + " failed", e);
        }
    }

    private Parts begun() {
        Parts begun = parts;
        if (begun == null) {
            throw new IllegalStateException("the journal has not begun: hasRoom() said so");
        }
        return begun;
    }

    private void check(Parts begun, int length, long sequence) {
        if (sequence != lastAppended + 1) {
            throw new IllegalArgumentException("sequence " + sequence + " does not follow " + lastAppended);
        }
        if (length > maxFrameBytes) {
            throw new IllegalArgumentException("a frame of " + length + " bytes is longer than " + maxFrameBytes);
        }
        if (!fits(length) && !begun.room().isNextFileReady()) {
            throw new IllegalStateException("no room for " + length + " bytes: hasRoom() said so");
        }
    }

    /** From the next append on, frames go to this file. */
    private void roll(Parts begun, JournalFile file) {
        begun.writer().roll(file);
        track = new FileTrack(file);
        capacity = begun.room().nextFileBytes();
    }

    private JournalFile fileBehind(JournalFile file) {
        return JournalFile.of(context.directory(), file.run(), file.number() + 1);
    }

    /** The file was created by its first frame; whoever needs it from now on opens it here. */
    private void opened(Parts begun, FileTrack before) throws IOException {
        JournalFile file = track.file();
        begun.forcer().add(file);
        begun.keeper().turned(before.close(), file);
        begun.room().took(file);
    }

    @Override
    public long force() {
        refuseAfterFailure();
        long appended = lastAppended;
        if (appended == lastForced) {
            return appended;
        }
        Parts begun = parts;
        try {
            begun.forcer().force();
        } catch (IOException | RuntimeException | Error e) {
            throw failed("the disk refused to take sequences up to " + appended, e);
        }
        begun.keeper().forced(appended);
        lastForced = appended;
        return appended;
    }

    @Override
    public long lastAppended() {
        return lastAppended;
    }

    @Override
    public long lastForced() {
        return lastForced;
    }

    /** An agent failed: the owner is told, and every later call refuses. */
    void backgroundFailed(Throwable cause) {
        context.failureHandler().accept(failed("the journal's background work failed", cause));
    }

    private JournalFailure failed(String what, Throwable cause) {
        if (failure == null) {
            failure = cause;
        }
        return new JournalFailure(
                what + ": nothing more is acknowledged, the process must stop (" + cause + ")", cause);
    }

    private void refuseAfterFailure() {
        Throwable cause = failure;
        if (cause != null) {
            throw new JournalFailure("the journal has failed before: " + cause, cause);
        }
    }

    @Override
    public void close() {
        Parts begun = parts;
        if (closed || begun == null) {
            return;
        }
        closed = true;
        try {
            if (failure == null) {
                force();
            }
        } finally {
            release(begun);
        }
    }

    private void release(Parts begun) {
        try {
            begun.writer().close();
            begun.forcer().close();
            begun.room().close();
            if (failure == null) {
                begun.keeper().close(track.close());
            } else {
                begun.keeper().abandon();
            }
        } catch (IOException e) {
            throw failed("the journal could not be closed", e);
        }
    }
}
