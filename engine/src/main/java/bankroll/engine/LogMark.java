package bankroll.engine;

import bankroll.protocol.Fields;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Where the journal stood at a place of the log: what is behind that place in the log is behind this entry in the journal.
 *
 * <pre>
 *   0 i32 version = 1   4 i64 sequence   12 i32 CRC of that frame   16 i64 time of the log
 * </pre>
 *
 * @param sequence of the last entry before the place; 0 for none
 * @param crc CRC32C of that entry's frame, as a 32-bit pattern; 0 for none
 * @param timeMs the log's time there, milliseconds since the epoch; 0 before the first message
 */
public record LogMark(long sequence, int crc, long timeMs) {
    /** Where a log begins that is older than any entry. */
    public static final LogMark START = new LogMark(0, 0, 0);

    /** Bytes of it. */
    public static final int BYTES = 24;

    private static final int VERSION = 1;

    /** Writes it. */
    public void put(MutableDirectBuffer target, int offset) {
        Fields fields = new Fields().write(target, offset);
        fields.putInt(VERSION).putLong(sequence).putInt(crc).putLong(timeMs);
    }

    /**
     * Reads it.
     *
     * @throws IllegalArgumentException when another version of the program has written it
     */
    public static LogMark get(DirectBuffer source, int offset) {
        Fields fields = new Fields().read(source, offset);
        int version = fields.getInt();
        if (version != VERSION) {
            throw new IllegalArgumentException("a mark of version " + version + ", this program knows " + VERSION);
        }
        return new LogMark(fields.getLong(), fields.getInt(), fields.getLong());
    }
}
