package bankroll.journal;

import bankroll.protocol.Items;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;

/**
 * The layout of a frame, version 1: one request with its outcomes, one sequence, one journal record.
 *
 * <p>Little endian, offsets from the frame's start; the page for readers is docs/format/journal.md.
 *
 * <pre>
 *   0 u32 magic "BKR1"      4 u16 version = 1        6 u16 header length = 80
 *   8 i32 length (total, a multiple of 8)           12 i32 command length
 *  16 i64 sequence (1, 2, 3 … without gaps)         24 i64 timeMs
 *  32 u32 CRC of the frame before (0 for the first) 36 u32 how far behind the forced sequence was; 0: not said
 *  40 i64 chain sequence                            48 32 bytes chain value of that sequence
 *  80 command, padded with zeros to 8 · outcomes (a multiple of 8)
 *  length-8 u32 reserved, 0 · length-4 u32 CRC32C of all bytes before it
 * </pre>
 *
 * <p>This class reads; {@link FrameSealer} writes the header and the trailer. Nothing here allocates.
 */
public final class Frame {
    /** The first four bytes: "BKR1". */
    public static final int MAGIC = 0x31524B42;
    /** The only version written. */
    public static final int VERSION = 1;
    /** Bytes before the command. */
    public static final int HEADER_LENGTH = 80;
    /** Bytes after the outcomes. */
    public static final int TRAILER_LENGTH = 8;
    /** Every part of a frame starts at a multiple of this. */
    public static final int ALIGNMENT = 8;
    /** Bytes of a chain value (SHA-256). */
    public static final int CHAIN_LENGTH = 32;
    /** A frame with an empty command and no outcomes. */
    public static final int MIN_LENGTH = HEADER_LENGTH + TRAILER_LENGTH;
    /** The longest frame that a journal takes: 16 MiB. A body of 8 MiB with its outcomes stays below it. */
    public static final int MAX_LENGTH = 16 * 1024 * 1024;

    static final int VERSION_OFFSET = 4;
    static final int HEADER_LENGTH_OFFSET = 6;
    static final int LENGTH_OFFSET = 8;
    static final int COMMAND_LENGTH_OFFSET = 12;
    static final int SEQUENCE_OFFSET = 16;
    static final int TIME_OFFSET = 24;
    static final int PREVIOUS_CRC_OFFSET = 32;
    static final int UNFORCED_OFFSET = 36;
    static final int CHAIN_SEQUENCE_OFFSET = 40;
    static final int CHAIN_OFFSET = 48;
    static final int CRC_LENGTH = 4;
    static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;

    private Frame() {}

    /** The next multiple of {@link #ALIGNMENT}. */
    public static int align(int length) {
        return (length + ALIGNMENT - 1) & -ALIGNMENT;
    }

    /** Where the outcomes start, counted from the frame's start, behind a command of this length. */
    public static int outcomesOffset(int commandLength) {
        return HEADER_LENGTH + align(commandLength);
    }

    /** The total length of a frame with these parts; the outcomes' length is a multiple of {@link #ALIGNMENT}. */
    public static int totalLength(int commandLength, int outcomesLength) {
        return outcomesOffset(commandLength) + outcomesLength + TRAILER_LENGTH;
    }

    /** The total length, header and trailer included. */
    public static int length(DirectBuffer buffer, int offset) {
        return buffer.getInt(offset + LENGTH_OFFSET, ORDER);
    }

    /** The command's length without its padding; the command starts at {@link #HEADER_LENGTH}. */
    public static int commandLength(DirectBuffer buffer, int offset) {
        return buffer.getInt(offset + COMMAND_LENGTH_OFFSET, ORDER);
    }

    /** The outcomes' length; they start at {@link #outcomesOffset}. */
    public static int outcomesLength(DirectBuffer buffer, int offset) {
        return length(buffer, offset) - outcomesOffset(commandLength(buffer, offset)) - TRAILER_LENGTH;
    }

    /** The frame's own number: 1, 2, 3 … */
    public static long sequence(DirectBuffer buffer, int offset) {
        return buffer.getLong(offset + SEQUENCE_OFFSET, ORDER);
    }

    /** The writer's time of the request, milliseconds since the epoch. */
    public static long timeMs(DirectBuffer buffer, int offset) {
        return buffer.getLong(offset + TIME_OFFSET, ORDER);
    }

    /** The CRC of the frame before, as a 32-bit pattern; 0 in the first frame. */
    public static int previousCrc(DirectBuffer buffer, int offset) {
        return buffer.getInt(offset + PREVIOUS_CRC_OFFSET, ORDER);
    }

    /**
     * The highest sequence that was known to be on disk when this frame was sealed; 0 when none was, or nothing is said.
     * So a good frame proves of those before it that they had been forced.
     */
    public static long forcedSequence(DirectBuffer buffer, int offset) {
        long unforced = buffer.getInt(offset + UNFORCED_OFFSET, ORDER) & 0xFFFF_FFFFL;
        return unforced == 0 ? 0 : Math.max(0, sequence(buffer, offset) - unforced);
    }

    /** The frame's own CRC32C, as a 32-bit pattern. */
    public static int crc(DirectBuffer buffer, int offset) {
        return buffer.getInt(offset + length(buffer, offset) - CRC_LENGTH, ORDER);
    }

    /** The sequence whose chain value this frame carries; 0 when none was known. */
    public static long chainSequence(DirectBuffer buffer, int offset) {
        return buffer.getLong(offset + CHAIN_SEQUENCE_OFFSET, ORDER);
    }

    /** Copies the chain value that this frame carries ({@link #CHAIN_LENGTH} bytes). */
    public static void chain(DirectBuffer buffer, int offset, byte[] destination) {
        buffer.getBytes(offset + CHAIN_OFFSET, destination, 0, CHAIN_LENGTH);
    }

    /** Starts a walk over the items of its command. */
    public static Items items(DirectBuffer buffer, int offset, Items walk) {
        int outcomes = offset + outcomesOffset(commandLength(buffer, offset));
        return walk.wrap(buffer, offset + HEADER_LENGTH, outcomes);
    }

    /**
     * Checks one frame on its own: layout and CRC, not its place in the journal.
     *
     * <p>Magic, length and CRC stand where they are in every version: a frame of a newer program is told from a damaged
     * one by its CRC.
     *
     * @param available bytes from the offset that may be read: the record's length, or what is left of the file.
     * @return {@link FrameFault#NONE} or the first thing that is wrong.
     */
    public static FrameFault check(DirectBuffer buffer, int offset, int available) {
        FrameFault fault = checkLength(buffer, offset, available);
        if (fault != FrameFault.NONE) {
            return fault;
        }
        int actual = Crc32c.of(buffer, offset, length(buffer, offset) - CRC_LENGTH);
        return actual == crc(buffer, offset) ? checkLayout(buffer, offset) : FrameFault.WRONG_CRC;
    }

    /** As {@link #check} without the CRC: whether the lengths can be right, for one cache line. */
    public static FrameFault checkHeader(DirectBuffer buffer, int offset, int available) {
        FrameFault fault = checkLength(buffer, offset, available);
        return fault == FrameFault.NONE ? checkLayout(buffer, offset) : fault;
    }

    private static FrameFault checkLength(DirectBuffer buffer, int offset, int available) {
        if (available < MIN_LENGTH) {
            return FrameFault.CUT_OFF;
        }
        if (buffer.getInt(offset, ORDER) != MAGIC) {
            return FrameFault.WRONG_MAGIC;
        }
        int length = length(buffer, offset);
        if (length < MIN_LENGTH || length > MAX_LENGTH || length != align(length)) {
            return FrameFault.WRONG_LENGTH;
        }
        return length > available ? FrameFault.CUT_OFF : FrameFault.NONE;
    }

    private static FrameFault checkLayout(DirectBuffer buffer, int offset) {
        if ((buffer.getShort(offset + VERSION_OFFSET, ORDER) & 0xFFFF) != VERSION) {
            return FrameFault.UNKNOWN_VERSION;
        }
        if ((buffer.getShort(offset + HEADER_LENGTH_OFFSET, ORDER) & 0xFFFF) != HEADER_LENGTH) {
            return FrameFault.WRONG_HEADER_LENGTH;
        }
        int commandLength = commandLength(buffer, offset);
        if (commandLength < 0 || commandLength > length(buffer, offset) - MIN_LENGTH) {
            return FrameFault.WRONG_COMMAND_LENGTH;
        }
        return FrameFault.NONE;
    }
}
