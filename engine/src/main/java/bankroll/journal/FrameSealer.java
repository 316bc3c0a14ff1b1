package bankroll.journal;

import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.agrona.MutableDirectBuffer;

/**
 * Turns a command and its outcomes, in place, into the next frame: gives it its sequence, links it to the frame
 * before and closes it with its CRC32C.
 *
 * <p>Used by the writer thread alone. Allocates nothing. It continues where the journal ended:
 *
 * <pre>{@code
 * sealer.continueAfter(tail.lastSequence(), tail.lastCrc());
 * // command at offset + Frame.HEADER_LENGTH, outcomes at offset + Frame.outcomesOffset(commandLength)
 * int length = sealer.seal(buffer, offset, commandLength, outcomesLength, timeMs);
 * journal.append(buffer, offset, length, sealer.lastSequence());
 * }</pre>
 */
public final class FrameSealer {
    private static final long NOTHING_SAID = Long.MIN_VALUE;

    private Supplier<ChainHead> chain = () -> ChainHead.START;
    private LongSupplier forced = () -> NOTHING_SAID;
    private long lastSequence;
    private int lastCrc;

    /** The next frame follows this one; 0, 0 for an empty journal. */
    public void continueAfter(long sequence, int crc) {
        if (sequence < 0) {
            throw new IllegalArgumentException("sequence " + sequence + " is negative");
        }
        lastSequence = sequence;
        lastCrc = crc;
    }

    /** Gives the newest chain value known, of a frame that was sealed before; every frame carries the newest. */
    public void chain(Supplier<ChainHead> newest) {
        chain = newest;
    }

    /** Gives the highest sequence known to be on disk; every frame says how far behind its own that is. */
    public void forced(LongSupplier highest) {
        forced = highest;
    }

    /** Sequence of the frame sealed last. */
    public long lastSequence() {
        return lastSequence;
    }

    /** CRC32C of the frame sealed last, as a 32-bit pattern. */
    public int lastCrc() {
        return lastCrc;
    }

    /**
     * Writes header, padding and trailer around a command and its outcomes.
     *
     * @param offset where the frame starts; the command stands at {@link Frame#HEADER_LENGTH} behind it.
     * @param outcomesLength bytes at {@link Frame#outcomesOffset}; a multiple of {@link Frame#ALIGNMENT}.
     * @return the frame's total length.
     */
    public int seal(MutableDirectBuffer buffer, int offset, int commandLength, int outcomesLength, long timeMs) {
        int length = checkedLength(commandLength, outcomesLength);
        int trailer = offset + length - Frame.TRAILER_LENGTH;
        buffer.checkLimit(offset + length);
        clear(buffer, offset + Frame.HEADER_LENGTH + commandLength, offset + Frame.outcomesOffset(commandLength));
        writeLayout(buffer, offset, length, commandLength);
        writeLinks(buffer, offset, timeMs);
        buffer.putInt(trailer, 0, Frame.ORDER);
        int crc = Crc32c.of(buffer, offset, length - Frame.CRC_LENGTH);
        buffer.putInt(offset + length - Frame.CRC_LENGTH, crc, Frame.ORDER);
        lastSequence++;
        lastCrc = crc;
        return length;
    }

    private static int checkedLength(int commandLength, int outcomesLength) {
        if (commandLength < 0 || outcomesLength < 0 || outcomesLength != Frame.align(outcomesLength)) {
            throw new IllegalArgumentException(
                    "command of " + commandLength + " bytes, outcomes of " + outcomesLength + " bytes");
        }
        long length = (long) Frame.outcomesOffset(commandLength) + outcomesLength + Frame.TRAILER_LENGTH;
        if (length > Frame.MAX_LENGTH || commandLength > Frame.MAX_LENGTH) {
            throw new IllegalArgumentException("a frame of " + length + " bytes is over " + Frame.MAX_LENGTH);
        }
        return (int) length;
    }

    private static void writeLayout(MutableDirectBuffer buffer, int offset, int length, int commandLength) {
        buffer.putInt(offset, Frame.MAGIC, Frame.ORDER);
        buffer.putShort(offset + Frame.VERSION_OFFSET, (short) Frame.VERSION, Frame.ORDER);
        buffer.putShort(offset + Frame.HEADER_LENGTH_OFFSET, (short) Frame.HEADER_LENGTH, Frame.ORDER);
        buffer.putInt(offset + Frame.LENGTH_OFFSET, length, Frame.ORDER);
        buffer.putInt(offset + Frame.COMMAND_LENGTH_OFFSET, commandLength, Frame.ORDER);
    }

    private void writeLinks(MutableDirectBuffer buffer, int offset, long timeMs) {
        buffer.putLong(offset + Frame.SEQUENCE_OFFSET, lastSequence + 1, Frame.ORDER);
        buffer.putLong(offset + Frame.TIME_OFFSET, timeMs, Frame.ORDER);
        buffer.putInt(offset + Frame.PREVIOUS_CRC_OFFSET, lastCrc, Frame.ORDER);
        buffer.putInt(offset + Frame.UNFORCED_OFFSET, unforced(lastSequence + 1), Frame.ORDER);
        ChainHead head = chain.get();
        buffer.putLong(offset + Frame.CHAIN_SEQUENCE_OFFSET, head.sequence(), Frame.ORDER);
        buffer.putBytes(offset + Frame.CHAIN_OFFSET, head.value(), 0, Frame.CHAIN_LENGTH);
    }

    /** 0, which says nothing, where the number does not fit. */
    private int unforced(long sequence) {
        long highest = forced.getAsLong();
        long distance = sequence - highest;
        return highest == NOTHING_SAID || distance > 0xFFFF_FFFFL ? 0 : (int) distance;
    }

    private static void clear(MutableDirectBuffer buffer, int from, int to) {
        for (int i = from; i < to; i++) {
            buffer.putByte(i, (byte) 0);
        }
    }
}
