package bankroll.tools.salvage;

import bankroll.journal.Frame;
import bankroll.journal.FrameFault;
import bankroll.journal.reading.MappedJournalFile;
import java.nio.ByteOrder;
import java.nio.file.Path;
import org.agrona.DirectBuffer;

/**
 * Finds whole frames in a file, of a journal or a backup, wherever they stand: record headers and lists of files can't be
 * trusted behind damage. Each has the magic, a layout that fits and the right CRC. One thread.
 */
final class FrameSeeker implements AutoCloseable {
    private final MappedJournalFile file;
    private int from;
    private int offset;

    /** Looks from this byte on. */
    FrameSeeker(Path path, int position) {
        file = MappedJournalFile.open(path);
        from = position;
    }

    /** Goes to the next one; false when there is none. */
    boolean next() {
        for (int i = from; i + Frame.MIN_LENGTH <= file.capacity(); i += Integer.BYTES) {
            if (isFrame(i)) {
                offset = i;
                from = i + Frame.length(buffer(), i);
                return true;
            }
        }
        from = file.capacity();
        return false;
    }

    private boolean isFrame(int position) {
        return buffer().getInt(position, ByteOrder.LITTLE_ENDIAN) == Frame.MAGIC
                && Frame.check(buffer(), position, file.capacity() - position) == FrameFault.NONE;
    }

    DirectBuffer buffer() {
        return file.buffer();
    }

    /** Where the frame starts. */
    int offset() {
        return offset;
    }

    /** The byte behind it. */
    int end() {
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

    @Override
    public void close() {
        file.close();
    }
}
