package bankroll.tools.salvage;

import bankroll.condition.ConditionException;
import bankroll.journal.CorruptJournalException;
import bankroll.journal.Frame;
import bankroll.journal.FrameFault;
import java.nio.file.Path;
import java.util.List;
import org.agrona.DirectBuffer;

/**
 * Finds whole frames in a file, of a journal or a backup, wherever they stand: record headers and lists of files can't be
 * trusted behind damage. Each has the magic, a layout that fits and the right CRC. One thread.
 */
final class FrameSeeker implements AutoCloseable {
    private final FileWindow file;
    private long from;
    private long position;
    private int offset;

    /** Looks from this byte on. */
    FrameSeeker(Path path, long position) {
        this(FileWindow.open(path), position);
    }

    /** As {@link #FrameSeeker(Path, long)}, in a file that may be simulated. */
    FrameSeeker(FileWindow file, long position) {
        this.file = file;
        from = position;
    }

    /**
     * Goes to the next one; false when there is none.
     *
     * @throws ConditionException at a frame of a newer release: passed over, what was booked would be lost as if it were damage
     */
    boolean next() {
        for (long at = from; at + Frame.MIN_LENGTH <= file.size(); at += Integer.BYTES) {
            if (isWhole(at)) {
                position = at;
                from = at + length();
                return true;
            }
        }
        from = file.size();
        return false;
    }

    /** All of a frame is read only where a header stands that can be one. */
    private boolean isWhole(long at) {
        int available = (int) Math.min(Frame.MAX_LENGTH, file.size() - at);
        int header = file.offset(at, Frame.MIN_LENGTH);
        FrameFault fault = Frame.checkHeader(buffer(), header, available);
        if (fault != FrameFault.NONE && fault != FrameFault.UNKNOWN_VERSION) {
            return false;
        }
        offset = file.offset(at, Frame.length(buffer(), header));
        fault = Frame.check(buffer(), offset, available);
        if (fault == FrameFault.UNKNOWN_VERSION) {
            throw ConditionException.wrong(file.path() + " at byte " + at + ": " + fault.text() + "; "
                    + CorruptJournalException.NEWER_RELEASE);
        }
        return fault == FrameFault.NONE;
    }

    /** Where the frame is in memory, until the next one is asked for. */
    DirectBuffer buffer() {
        return file.buffer();
    }

    /** Where it starts in the buffer. */
    int offset() {
        return offset;
    }

    int length() {
        return Frame.length(buffer(), offset);
    }

    /** Where it starts in the file. */
    long position() {
        return position;
    }

    /** The byte of the file behind it. */
    long end() {
        return from;
    }

    long sequence() {
        return Frame.sequence(buffer(), offset);
    }

    int crc() {
        return Frame.crc(buffer(), offset);
    }

    int previousCrc() {
        return Frame.previousCrc(buffer(), offset);
    }

    /** What the disk didn't give, of all that was looked at. */
    List<Unreadable> unreadable() {
        return file.unreadable();
    }

    @Override
    public void close() {
        file.close();
    }
}
