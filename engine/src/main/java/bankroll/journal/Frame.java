package bankroll.journal;

import bankroll.protocol.Items;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.LongSupplier;
import java.util.function.ObjIntConsumer;
import java.util.zip.CRC32C;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

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
 * <p>A {@link Sealer} writes the header and the trailer, all else reads; a {@link Link} tells whether it is the next one.
 * Nothing allocates but where it says so.
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
    /** A frame with an empty command and no outcomes. */
    public static final int MIN_LENGTH = HEADER_LENGTH + TRAILER_LENGTH;
    /** The longest frame that a journal takes: 16 MiB. A body of 8 MiB with its outcomes stays below it. */
    public static final int MAX_LENGTH = 16 * 1024 * 1024;

    static final int VERSION_OFFSET = 4;
    static final int HEADER_LENGTH_OFFSET = 6;
    static final int LENGTH_OFFSET = 8;
    private static final int COMMAND_LENGTH_OFFSET = 12;
    private static final int SEQUENCE_OFFSET = 16;
    private static final int TIME_OFFSET = 24;
    private static final int PREVIOUS_CRC_OFFSET = 32;
    private static final int UNFORCED_OFFSET = 36;
    static final int CHAIN_OFFSET = 40;
    /** Sequence and value of a {@link Chain}. */
    static final int CHAIN_BYTES = 40;

    static final int CRC_LENGTH = 4;
    static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;

    private static final ThreadLocal<CRC32C> CHECKSUM = ThreadLocal.withInitial(CRC32C::new);

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
        return buffer.getLong(offset + CHAIN_OFFSET, ORDER);
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
        int actual = computeCrc(buffer, offset, length(buffer, offset) - CRC_LENGTH);
        return actual == crc(buffer, offset) ? checkLayout(buffer, offset) : FrameFault.WRONG_CRC;
    }

    /** Whether a good frame stands here, at its whole length. */
    public static boolean isWhole(DirectBuffer buffer, int offset, int available) {
        return check(buffer, offset, available) == FrameFault.NONE;
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

    /** CRC32C over a range of any Agrona buffer by the JDK's intrinsic (about 7 GB/s); any thread. */
    static int computeCrc(DirectBuffer buffer, int offset, int length) {
        CRC32C checksum = CHECKSUM.get();
        checksum.reset();
        byte[] array = buffer.byteArray();
        if (array != null) {
            checksum.update(array, buffer.wrapAdjustment() + offset, length);
        } else {
            updateDirect(checksum, buffer, offset, length);
        }
        return (int) checksum.getValue();
    }

    private static void updateDirect(CRC32C checksum, DirectBuffer buffer, int offset, int length) {
        ByteBuffer bytes = buffer.byteBuffer();
        if (bytes == null) {
            byte[] copy = new byte[length];
            buffer.getBytes(offset, copy);
            checksum.update(copy, 0, length);
        } else {
            int start = buffer.wrapAdjustment() + offset;
            checksum.update(bytes.duplicate().limit(start + length).position(start));
        }
    }

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
    public static final class Sealer {
        private static final long NOTHING_SAID = Long.MIN_VALUE;

        private ObjIntConsumer<MutableDirectBuffer> chain =
                (buffer, offset) -> buffer.setMemory(offset, CHAIN_BYTES, (byte) 0);
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

        /** Writes the newest chain head known, of a frame that was sealed before; every frame carries the newest. */
        public void chain(ObjIntConsumer<MutableDirectBuffer> newest) {
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
         * @param offset where the frame starts; the command stands at {@link #HEADER_LENGTH} behind it.
         * @param outcomesLength bytes at {@link #outcomesOffset}; a multiple of {@link #ALIGNMENT}.
         * @return the frame's total length.
         */
        public int seal(MutableDirectBuffer buffer, int offset, int commandLength, int outcomesLength, long timeMs) {
            int length = checkedLength(commandLength, outcomesLength);
            int trailer = offset + length - TRAILER_LENGTH;
            buffer.checkLimit(offset + length);
            clear(buffer, offset + HEADER_LENGTH + commandLength, offset + outcomesOffset(commandLength));
            writeLayout(buffer, offset, length, commandLength);
            writeLinks(buffer, offset, timeMs);
            buffer.putInt(trailer, 0, ORDER);
            int crc = computeCrc(buffer, offset, length - CRC_LENGTH);
            buffer.putInt(offset + length - CRC_LENGTH, crc, ORDER);
            lastSequence++;
            lastCrc = crc;
            return length;
        }

        private static int checkedLength(int commandLength, int outcomesLength) {
            if (commandLength < 0 || outcomesLength < 0 || outcomesLength != align(outcomesLength)) {
                throw new IllegalArgumentException(
                        "command of " + commandLength + " bytes, outcomes of " + outcomesLength + " bytes");
            }
            long length = (long) outcomesOffset(commandLength) + outcomesLength + TRAILER_LENGTH;
            if (length > MAX_LENGTH || commandLength > MAX_LENGTH) {
                throw new IllegalArgumentException("a frame of " + length + " bytes is over " + MAX_LENGTH);
            }
            return (int) length;
        }

        private static void writeLayout(MutableDirectBuffer buffer, int offset, int length, int commandLength) {
            buffer.putInt(offset, MAGIC, ORDER);
            buffer.putShort(offset + VERSION_OFFSET, (short) VERSION, ORDER);
            buffer.putShort(offset + HEADER_LENGTH_OFFSET, (short) HEADER_LENGTH, ORDER);
            buffer.putInt(offset + LENGTH_OFFSET, length, ORDER);
            buffer.putInt(offset + COMMAND_LENGTH_OFFSET, commandLength, ORDER);
        }

        private void writeLinks(MutableDirectBuffer buffer, int offset, long timeMs) {
            buffer.putLong(offset + SEQUENCE_OFFSET, lastSequence + 1, ORDER);
            buffer.putLong(offset + TIME_OFFSET, timeMs, ORDER);
            buffer.putInt(offset + PREVIOUS_CRC_OFFSET, lastCrc, ORDER);
            buffer.putInt(offset + UNFORCED_OFFSET, unforced(lastSequence + 1), ORDER);
            chain.accept(buffer, offset + CHAIN_OFFSET);
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

    /** Where in the journal a reader is, and whether a frame is the next one. One thread. */
    public static final class Link {
        private long sequence;
        private int crc;
        private boolean isLinked;

        private Link(long sequence, int crc, boolean isLinked) {
            this.sequence = sequence;
            this.crc = crc;
            this.isLinked = isLinked;
        }

        /** Behind the frame with this sequence and CRC. */
        public static Link behind(long sequence, int crc) {
            return new Link(sequence, crc, true);
        }

        /** Behind the frame with this sequence, whose CRC is not known. */
        public static Link behind(long sequence) {
            return new Link(sequence, 0, false);
        }

        /**
         * Whether the next frame stands here: layout, CRC, length, sequence and the link to the frame before.
         *
         * @param length of the record it stands in
         * @param withCrc whether its CRC is computed; trusted otherwise
         */
        public FrameFault check(DirectBuffer buffer, int position, int length, boolean withCrc) {
            FrameFault found =
                    withCrc ? Frame.check(buffer, position, length) : Frame.checkHeader(buffer, position, length);
            if (found != FrameFault.NONE) {
                return found;
            }
            if (Frame.length(buffer, position) != length) {
                return FrameFault.WRONG_LENGTH;
            }
            if (Frame.sequence(buffer, position) != sequence + 1) {
                return FrameFault.WRONG_SEQUENCE;
            }
            return isLinked && Frame.previousCrc(buffer, position) != crc
                    ? FrameFault.WRONG_PREVIOUS_CRC
                    : FrameFault.NONE;
        }

        /** Goes on behind this one. */
        public void accept(DirectBuffer buffer, int position) {
            sequence++;
            crc = Frame.crc(buffer, position);
            isLinked = true;
        }

        /** The frame it is behind. */
        public long sequence() {
            return sequence;
        }

        /** CRC of that frame. */
        public int crc() {
            return crc;
        }
    }
}
