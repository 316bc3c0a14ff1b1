package bankroll.journal.chronicle;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import org.agrona.DirectBuffer;

/**
 * Writes a frame's bytes into the open file by a system call instead of through the mapping. A mapped page costs a page
 * fault of several microseconds when it is first written, and once more after each force; a call takes a frame of a
 * hundred kilobytes in one go, and says so when it fails, where a mapping raises a signal. Writer thread.
 *
 * <p>Not a {@code FileChannel}: that one closes itself when its thread is interrupted.
 */
final class PayloadFile implements AutoCloseable {
    /** From here on the call is cheaper than the faults: half the time at 62 KB, a third more at 4 KB (measured). */
    static final int MIN_LENGTH = 16 << 10;

    private RandomAccessFile file;

    /** From now on bytes go to this file. */
    void open(File next) {
        close();
        try {
            file = new RandomAccessFile(next, "rw");
        } catch (IOException e) {
            throw new UncheckedIOException("can't open journal file " + next, e);
        }
    }

    /** Whether this frame is better written here than through the mapping. */
    boolean takes(DirectBuffer frame, int length) {
        return length >= MIN_LENGTH && frame.byteArray() != null;
    }

    void write(long position, DirectBuffer frame, int offset, int length) {
        try {
            file.seek(position);
            file.write(frame.byteArray(), frame.wrapAdjustment() + offset, length);
        } catch (IOException e) {
            throw new UncheckedIOException("can't write " + length + " bytes at byte " + position, e);
        }
    }

    @Override
    public void close() {
        if (file != null) {
            try {
                file.close();
            } catch (IOException e) {
                throw new UncheckedIOException("can't close a journal file", e);
            }
            file = null;
        }
    }
}
