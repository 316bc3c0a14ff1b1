package bankroll.journal.reading;

import bankroll.journal.files.JournalFile;
import java.nio.ByteBuffer;
import org.agrona.DirectBuffer;

/**
 * Reads what was just appended through a mapping of its own, as any reader will. On JDK 17 a write into a full disk can
 * return normally without having been done; here it shows. Writer thread.
 */
public final class ReadBack implements AutoCloseable {
    private final MappedJournalFile file;
    private ByteBuffer bytes;

    public ReadBack(JournalFile journalFile) {
        file = MappedJournalFile.open(journalFile.path());
        bytes = file.buffer().byteBuffer().duplicate();
    }

    /** Whether the record at this position is published and holds exactly these bytes. */
    public boolean matches(long position, DirectBuffer frame, int offset, int length) {
        int start = (int) position;
        if (start + length > file.capacity() && !grown(start + length)) {
            return false;
        }
        if (file.header(start - MappedJournalFile.RECORD_HEADER_LENGTH) != length) {
            return false;
        }
        byte[] array = frame.byteArray();
        if (array == null) {
            return slowMatches(start, frame, offset, length);
        }
        int first = offset + frame.wrapAdjustment();
        bytes.limit(start + length).position(start);
        return bytes.mismatch(ByteBuffer.wrap(array, first, length)) < 0;
    }

    private boolean grown(int needed) {
        if (file.grown()) {
            bytes = file.buffer().byteBuffer().duplicate();
        }
        return needed <= file.capacity();
    }

    private boolean slowMatches(int start, DirectBuffer frame, int offset, int length) {
        for (int i = 0; i < length; i++) {
            if (file.buffer().getByte(start + i) != frame.getByte(offset + i)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() {
        bytes = null;
        file.close();
    }
}
