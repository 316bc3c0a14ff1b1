package bankroll.journal.reading;

import bankroll.journal.Frame;
import bankroll.journal.FrameFault;
import bankroll.journal.JournalReader;
import bankroll.journal.files.JournalBooks.FileTrack;
import bankroll.journal.files.JournalFile;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;

/**
 * Walks the frames of one journal file in order and checks each: record header, layout, CRC, sequence and the link to
 * the frame before. It judges nothing: what a fault means is for the caller to say. One thread.
 */
public final class FrameCursor implements AutoCloseable {

    /** Where a step led. */
    public enum Step {
        /** To a good frame. */
        FRAME,
        /** Nothing is written here yet, or the file was ended. */
        END,
        /** To something that is not the next frame; see {@link #fault()}. */
        FAULT
    }

    private final MappedJournalFile file;
    private final Frame.Link link;
    private int limit;
    private int recordPosition;
    private int candidatePosition;
    private int framePosition;
    private int frameLength;
    /** The last frame whose CRC was found good by a look ahead. */
    private int good;

    private FrameFault fault = FrameFault.NONE;

    private FrameCursor(JournalFile file, Frame.Link link) {
        this.file = MappedJournalFile.open(file.path());
        this.link = link;
        this.limit = this.file.capacity();
    }

    /** At the start of a file, behind the frame with this sequence and CRC. */
    public static FrameCursor behind(JournalFile file, long sequence, int crc) {
        return new FrameCursor(file, Frame.Link.behind(sequence, crc));
    }

    /** At the start of a file whose first frame has this sequence; the CRC of the frame before it is not known. */
    public static FrameCursor from(JournalFile file, long firstSequence) {
        return new FrameCursor(file, Frame.Link.behind(firstSequence - 1));
    }

    /** Sequence that a file's first frame claims, unchecked; 0 when it has none yet. */
    public static long firstSequence(JournalFile file) {
        try (FrameCursor cursor = from(file, 1)) {
            Step step = cursor.skip();
            if (step == Step.FRAME || cursor.fault == FrameFault.WRONG_SEQUENCE) {
                return Frame.sequence(cursor.buffer(), cursor.candidatePosition());
            }
            return 0;
        }
    }

    /** Reads no further than this byte: where a closed file ends. */
    public void limit(long end) {
        limit = (int) Math.min(end, file.capacity());
    }

    /** Whether the file has its first record; without it there is nothing to step over. */
    public boolean isReady() {
        return file.isReady();
    }

    /** Goes to the next frame; after {@link Step#END} it may be called again and goes on when there is more. */
    public Step next() {
        return step(true);
    }

    /** As {@link #next()} but trusts the CRC; for hopping to a place in the middle of a file. */
    public Step skip() {
        return step(false);
    }

    private Step step(boolean checked) {
        if (recordPosition == 0 && !file.isReady()) {
            return Step.END;
        }
        while (hasHeader()) {
            int header = file.header(recordPosition);
            if (!MappedJournalFile.isComplete(header)) {
                return Step.END;
            }
            int length = MappedJournalFile.length(header);
            if (!MappedJournalFile.isChronicles(header)) {
                return enter(length, checked);
            }
            if (length > limit - recordPosition - MappedJournalFile.RECORD_HEADER_LENGTH) {
                return fail(FrameFault.CUT_OFF);
            }
            recordPosition = MappedJournalFile.recordBehind(recordPosition, length);
        }
        return Step.END;
    }

    private boolean hasHeader() {
        if (recordPosition + MappedJournalFile.RECORD_HEADER_LENGTH <= limit) {
            return true;
        }
        if (limit < file.capacity() || !file.grown()) {
            return false;
        }
        limit = file.capacity();
        return recordPosition + MappedJournalFile.RECORD_HEADER_LENGTH <= limit;
    }

    private Step enter(int length, boolean checked) {
        int position = recordPosition + MappedJournalFile.RECORD_HEADER_LENGTH;
        if (length > limit - position) {
            if (limit < file.capacity() || !file.grown()) {
                return fail(FrameFault.CUT_OFF);
            }
            limit = file.capacity();
            return Step.END;
        }
        candidatePosition = position;
        FrameFault found = link.check(file.buffer(), position, length, checked && position > good);
        if (found != FrameFault.NONE) {
            return fail(found);
        }
        accept(position, length);
        return Step.FRAME;
    }

    /** A look ahead in this file, as {@link JournalReader#following}; what it finds good is not summed up again. */
    int following(int frame) {
        int header = frame - MappedJournalFile.RECORD_HEADER_LENGTH;
        int record = MappedJournalFile.recordBehind(header, MappedJournalFile.length(file.header(header)));
        int position = record + MappedJournalFile.RECORD_HEADER_LENGTH;
        return position <= limit && isGoodFrame(position, file.header(record)) ? position : JournalReader.NONE;
    }

    private boolean isGoodFrame(int position, int header) {
        int length = MappedJournalFile.length(header);
        if (!MappedJournalFile.isComplete(header)
                || MappedJournalFile.isChronicles(header)
                || length > limit - position) {
            return false;
        }
        if (position > good && Frame.check(file.buffer(), position, length) == FrameFault.NONE) {
            good = position;
        }
        return position <= good;
    }

    private void accept(int position, int length) {
        file.passed(recordPosition);
        framePosition = position;
        frameLength = length;
        link.accept(file.buffer(), position);
        recordPosition = MappedJournalFile.recordBehind(recordPosition, length);
    }

    private Step fail(FrameFault found) {
        fault = found;
        return Step.FAULT;
    }

    public DirectBuffer buffer() {
        return file.buffer();
    }

    /** Where the frame starts that was not accepted, or was accepted last. */
    public int candidatePosition() {
        return candidatePosition;
    }

    /** Where the current frame starts in the file. */
    public int framePosition() {
        return framePosition;
    }

    public int frameLength() {
        return frameLength;
    }

    /** Sequence of the current frame, or of the one before the first. */
    public long sequence() {
        return link.sequence();
    }

    /** CRC of the current frame. */
    public int crc() {
        return link.crc();
    }

    /** Adds the current frame to what is known of its file. */
    public void addTo(FileTrack track) {
        track.add(file.buffer(), framePosition, frameLength, framePosition);
    }

    public FrameFault fault() {
        return fault;
    }

    /** Where the next record header stands: the end of what was read. */
    public int position() {
        return recordPosition;
    }

    /** Whether the file was ended by its writer here. */
    public boolean isEnded() {
        return recordPosition + MappedJournalFile.RECORD_HEADER_LENGTH <= file.capacity()
                && file.header(recordPosition) == MappedJournalFile.END_OF_FILE;
    }

    /** Where the bytes end that are neither frames nor zeros: {@link #position()} when there are none. */
    public int endOfRemains() {
        int start = isEnded() ? file.behindEndMark(recordPosition) : recordPosition;
        int end = file.endOfBytes(start);
        return end == start ? recordPosition : end;
    }

    /** Whether anything in the file looks like the start of a frame; slow, for files that were never finished. */
    public boolean containsFrameMagic() {
        for (int i = 0; i + Integer.BYTES <= file.capacity(); i += Integer.BYTES) {
            if (file.buffer().getInt(i, ByteOrder.LITTLE_ENDIAN) == Frame.MAGIC) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void close() {
        file.close();
    }
}
