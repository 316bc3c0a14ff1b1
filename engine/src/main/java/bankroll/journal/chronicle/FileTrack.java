package bankroll.journal.chronicle;

import bankroll.journal.Frame;
import bankroll.journal.JournalContext;
import bankroll.journal.files.ClosedFile;
import bankroll.journal.files.JournalFile;
import org.agrona.DirectBuffer;

/** What the manifest will say about the file that is being written. Writer thread. */
final class FileTrack {
    private final JournalFile file;
    private final long capacity;
    private long firstSequence;
    private long lastSequence;
    private int previousCrc;
    private int lastCrc;
    private long lastPosition;
    private long end;
    private long firstTimeMs;
    private long lastTimeMs;

    /** @param capacity bytes of the file that may be written. */
    FileTrack(JournalFile file, long capacity) {
        this.file = file;
        this.capacity = capacity;
    }

    JournalFile file() {
        return file;
    }

    /** Whether the file has no frame yet. */
    boolean isEmpty() {
        return firstSequence == 0;
    }

    /** Whether a frame of this length stays within the capacity, with an index page of Chronicle's before it. */
    boolean fits(int length) {
        return end + length + JournalContext.OVERHEAD_BYTES / 2 <= capacity;
    }

    long capacity() {
        return capacity;
    }

    /** This frame stands at this byte of the file. */
    void appended(DirectBuffer frame, int offset, int length, long position) {
        lastSequence = Frame.sequence(frame, offset);
        lastTimeMs = Frame.timeMs(frame, offset);
        lastCrc = Frame.crc(frame, offset);
        lastPosition = position;
        end = position + length;
        if (firstSequence == 0) {
            firstSequence = lastSequence;
            firstTimeMs = lastTimeMs;
            previousCrc = Frame.previousCrc(frame, offset);
        }
    }

    /** The file as it is now; null when it has no frame. */
    ClosedFile close() {
        if (isEmpty()) {
            return null;
        }
        return new ClosedFile(
                file, firstSequence, lastSequence, previousCrc, lastCrc, lastPosition, end, firstTimeMs, lastTimeMs);
    }
}
