package bankroll.journal.reading;

import bankroll.journal.files.JournalFile;
import java.util.Arrays;

/**
 * Where the frames of one file stand: the position of every 32nd, found by hopping over record headers, the rest by
 * hopping on from there. It grows with a live file. One thread.
 */
final class FrameOffsets implements AutoCloseable {
    private static final int STRIDE_SHIFT = 5;
    private static final int STRIDE_MASK = (1 << STRIDE_SHIFT) - 1;

    private final MappedJournalFile file;
    private final long firstSequence;
    private int[] positions = new int[64];
    private int frames;
    private int end;

    FrameOffsets(JournalFile file, long firstSequence) {
        this.file = MappedJournalFile.open(file.path());
        this.firstSequence = firstSequence;
    }

    MappedJournalFile file() {
        return file;
    }

    long firstSequence() {
        return firstSequence;
    }

    /** Position of the record header of this sequence; -1 when the file does not hold it (yet). */
    int positionOf(long sequence) {
        long wanted = sequence - firstSequence;
        if (wanted >= frames) {
            extend();
        }
        if (wanted < 0 || wanted >= frames) {
            return -1;
        }
        int position = positions[(int) wanted >>> STRIDE_SHIFT];
        for (int i = (int) wanted & STRIDE_MASK; i > 0; i--) {
            position = frameAt(behind(position));
        }
        return position;
    }

    private void extend() {
        if (end == 0 && !file.isReady()) {
            return;
        }
        for (int position = frameAt(end); position >= 0; position = frameAt(end)) {
            if ((frames & STRIDE_MASK) == 0) {
                remember(position);
            }
            frames++;
            end = behind(position);
        }
    }

    private void remember(int position) {
        int index = frames >>> STRIDE_SHIFT;
        if (index == positions.length) {
            positions = Arrays.copyOf(positions, positions.length * 2);
        }
        positions[index] = position;
    }

    /** Position of the first frame's record at or behind a position; -1 when there is none. */
    private int frameAt(int from) {
        int position = from;
        while (isRecord(position)) {
            if (!MappedJournalFile.isChronicles(file.header(position))) {
                return position;
            }
            position = behind(position);
        }
        return -1;
    }

    private boolean isRecord(int position) {
        if (!fits(position, 0)) {
            return false;
        }
        int header = file.header(position);
        return MappedJournalFile.isComplete(header) && fits(position, MappedJournalFile.length(header));
    }

    private boolean fits(int position, int length) {
        long end = (long) position + MappedJournalFile.RECORD_HEADER_LENGTH + length;
        return end <= file.capacity() || file.grown() && end <= file.capacity();
    }

    private int behind(int position) {
        return MappedJournalFile.recordBehind(position, MappedJournalFile.length(file.header(position)));
    }

    @Override
    public void close() {
        file.close();
    }
}
