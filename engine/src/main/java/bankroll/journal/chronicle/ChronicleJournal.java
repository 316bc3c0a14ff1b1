package bankroll.journal.chronicle;

import bankroll.journal.Journal;
import bankroll.journal.JournalContext;
import bankroll.journal.JournalFailure;
import bankroll.journal.files.FileTrack;
import bankroll.journal.files.JournalFile;
import bankroll.journal.reading.ReadBack;
import java.io.IOException;
import org.agrona.DirectBuffer;

/**
 * The writing end on Chronicle Queue.
 *
 * <p>The first failure, on whichever thread, is remembered and answers every later call: a journal that failed once
 * promises nothing any more.
 */
final class ChronicleJournal implements Journal {
    /** A run's first file is this part of a full one, but takes the longest frame. */
    private static final int FIRST_FILE_PART = 8;

    private final JournalContext context;
    private final JournalParts parts;
    private final long run;
    private ReadBack readBack;
    private FileTrack track;
    private long capacity;
    private volatile long lastAppended;
    private volatile long lastForced;
    private volatile Throwable failure;
    private boolean closed;

    /**
     * @param parts what the journal works with; its agents get their turns from here on.
     * @param first the first file of this run.
     * @param lastSequence the sequence recovered last.
     */
    ChronicleJournal(JournalContext context, JournalParts parts, JournalFile first, long lastSequence)
            throws IOException {
        this.context = context;
        this.parts = parts;
        this.run = first.run();
        this.lastAppended = lastSequence;
        this.lastForced = lastSequence;
        parts.room().start(first, firstCapacity(context));
        begin(first);
        parts.keeper().start();
    }

    /** A run begins with a small file, so that a start need not wait for a large reserve; the next ones double. */
    static long firstCapacity(JournalContext context) {
        return Math.max(context.fileBytes() / FIRST_FILE_PART, context.maxFrameBytes() + JournalContext.OVERHEAD_BYTES);
    }

    @Override
    public boolean hasRoom(int length) {
        return length <= context.maxFrameBytes()
                && (fits(length) || parts.room().isNextFileSafe());
    }

    /** In the current file; one that has no frame yet must be in reserve itself. */
    private boolean fits(int length) {
        return !track.isEmpty() && track.fits(length, capacity);
    }

    @Override
    public void append(DirectBuffer frame, int offset, int length, long sequence) {
        refuseAfterFailure();
        try {
            check(length, sequence);
            boolean turn = !track.isEmpty() && !fits(length);
            FileTrack full = track;
            if (turn || track.isEmpty()) {
                begin(turn ? fileBehind(full) : track.file());
            }
            boolean first = track.isEmpty();
            long position = parts.writer().append(frame, offset, length);
            if (first) {
                began(turn ? full : null);
            }
            readBack(frame, offset, length, position);
            track.add(frame, offset, length, position);
            parts.mark().appended(sequence);
            lastAppended = sequence;
        } catch (IOException | RuntimeException | Error e) {
            throw failed("the append of sequence " + sequence + " failed", e);
        }
    }

    private void check(int length, long sequence) {
        if (sequence != lastAppended + 1) {
            throw new IllegalArgumentException("sequence " + sequence + " does not follow " + lastAppended);
        }
        if (length > context.maxFrameBytes()) {
            throw new IllegalArgumentException(
                    "a frame of " + length + " bytes is longer than " + context.maxFrameBytes());
        }
        if (!fits(length) && !parts.room().isNextFileReady()) {
            throw new IllegalStateException("no room for " + length + " bytes: hasRoom() said so");
        }
    }

    /** From the next append on, frames go to this file. */
    private void begin(JournalFile file) {
        parts.writer().roll(file);
        track = new FileTrack(file);
        capacity = parts.room().nextFileBytes();
    }

    private JournalFile fileBehind(FileTrack before) {
        return JournalFile.of(context.directory(), run, before.file().number() + 1);
    }

    /** The file was created by its first frame; whoever needs it from now on opens it here, where descriptors were looked for. */
    private void began(FileTrack full) throws IOException {
        if (readBack != null) {
            readBack.close();
        }
        JournalFile file = track.file();
        readBack = new ReadBack(file);
        parts.forcer().add(file);
        parts.keeper().turned(full == null ? null : full.close(), file);
        parts.room().took(track.file());
    }

    private void readBack(DirectBuffer frame, int offset, int length, long position) {
        if (!readBack.matches(position, frame, offset, length)) {
            throw new IllegalStateException("what was appended to " + track.file() + " at byte " + position
                    + " is not in the file (is the disk full?)");
        }
    }

    @Override
    public long force() {
        refuseAfterFailure();
        long appended = lastAppended;
        if (appended == lastForced) {
            return appended;
        }
        try {
            parts.forcer().force();
        } catch (IOException | RuntimeException | Error e) {
            throw failed("the disk refused to take sequences up to " + appended, e);
        }
        parts.keeper().forced(appended);
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
        failure = cause;
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
        if (closed) {
            return;
        }
        closed = true;
        try {
            if (failure == null) {
                force();
            }
        } finally {
            release();
        }
    }

    private void release() {
        try {
            if (readBack != null) {
                readBack.close();
            }
            parts.writer().close();
            parts.forcer().close();
            parts.room().close();
            if (failure == null) {
                parts.keeper().close(track.close());
            } else {
                parts.keeper().abandon();
            }
        } catch (IOException e) {
            throw failed("the journal could not be closed", e);
        }
    }
}
