package bankroll.journal;

import bankroll.journal.JournalStore.RecoveredJournal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;

/**
 * Writes frames into a journal and says which must be read back: the frame of a sequence is always the same, made of
 * the sequence alone.
 */
public final class FrameScript {
    private final Frame.Sealer sealer = new Frame.Sealer();
    private final ExpandableArrayBuffer buffer = new ExpandableArrayBuffer();
    private final IntUnaryOperator commandLength;

    /** @param commandLength length of the command of a sequence. */
    public FrameScript(IntUnaryOperator commandLength) {
        this.commandLength = commandLength;
    }

    /** Frames of a few hundred bytes. */
    public static FrameScript small() {
        return new FrameScript(sequence -> 20 + sequence * 37 % 400);
    }

    /** Every third one has some kilobytes: it gets into its file in another way. */
    public static FrameScript mixed() {
        return new FrameScript(sequence -> (sequence % 3 == 0 ? 4_500 : 20) + sequence * 37 % 400);
    }

    public FrameScript continueAfter(RecoveredJournal recovered) {
        sealer.continueAfter(recovered.lastSequence(), recovered.lastCrc());
        return this;
    }

    /** Appends the next frames. */
    public FrameScript append(Journal journal, int count) {
        for (int i = 0; i < count; i++) {
            int length = sealNext();
            awaitRoom(journal, length);
            journal.append(buffer, 0, length, sealer.lastSequence());
        }
        return this;
    }

    /** The next file is reserved in the background; the engine answers "unavailable" where this waits. */
    private static void awaitRoom(Journal journal, int length) {
        if (!journal.awaitRoom(length, 60_000_000_000L)) {
            throw new AssertionError("no room for " + length + " bytes within 60 s");
        }
    }

    /** Seals the next frame into {@link #buffer()} and returns its length. */
    public int sealNext() {
        int sequence = (int) sealer.lastSequence() + 1;
        int command = commandLength.applyAsInt(sequence);
        for (int i = 0; i < command; i++) {
            buffer.putByte(Frame.HEADER_LENGTH + i, (byte) (sequence + i));
        }
        buffer.putLong(Frame.outcomesOffset(command), sequence * 31L);
        return sealer.seal(buffer, 0, command, 8, 1_000 + sequence);
    }

    public ExpandableArrayBuffer buffer() {
        return buffer;
    }

    public Frame.Sealer sealer() {
        return sealer;
    }

    public long lastSequence() {
        return sealer.lastSequence();
    }

    public int lastCrc() {
        return sealer.lastCrc();
    }

    /** Whether this is the frame that the script writes under its sequence. */
    public boolean isFrame(DirectBuffer frame, int offset, int length) {
        int sequence = (int) Frame.sequence(frame, offset);
        int command = commandLength.applyAsInt(sequence);
        boolean same = length == Frame.totalLength(command, 8)
                && Frame.commandLength(frame, offset) == command
                && Frame.timeMs(frame, offset) == 1_000 + sequence
                && frame.getLong(offset + Frame.outcomesOffset(command)) == sequence * 31L;
        for (int i = 0; same && i < command; i++) {
            same = frame.getByte(offset + Frame.HEADER_LENGTH + i) == (byte) (sequence + i);
        }
        return same;
    }

    /** Reads to the tail; the sequences of the frames that are as the script writes them. */
    public List<Long> readAll(JournalReader reader) {
        List<Long> sequences = new ArrayList<>();
        while (reader.next()) {
            if (!isFrame(reader.buffer(), reader.offset(), reader.length())) {
                throw new AssertionError("another frame stands at " + reader.place());
            }
            sequences.add(reader.sequence());
        }
        return sequences;
    }
}
