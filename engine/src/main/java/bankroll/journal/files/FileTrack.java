package bankroll.journal.files;

import bankroll.journal.Frame;
import bankroll.journal.JournalContext;
import org.agrona.DirectBuffer;

/** What the manifest says about a file whose frames are written, or read, one after the other. One thread. */
public final class FileTrack {
    private final JournalFile file;
    private long firstSequence;
    private long lastSequence;
    private int previousCrc;
    private int lastCrc;
    private long lastPosition;
    private long end;
    private long firstTimeMs;
    private long lastTimeMs;

    /** Of a file with no frame yet. */
    public FileTrack(JournalFile file) {
        this.file = file;
    }

    public JournalFile file() {
        return file;
    }

    /** Whether the file has no frame yet. */
    public boolean isEmpty() {
        return firstSequence == 0;
    }

    /** Whether a frame of this length stays within so many bytes of the file, with an index page of Chronicle's before it. */
    public boolean fits(int length, long capacity) {
        return end + length + JournalContext.OVERHEAD_BYTES / 2 <= capacity;
    }

    /** Byte behind the last frame; 0 without one. */
    public long end() {
        return end;
    }

    /** The next frame stands at this byte of the file. */
    public void add(DirectBuffer frame, int offset, int length, long position) {
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
    public ClosedFile close() {
        if (isEmpty()) {
            return null;
        }
        return new ClosedFile(
                file, firstSequence, lastSequence, previousCrc, lastCrc, lastPosition, end, firstTimeMs, lastTimeMs);
    }
}
