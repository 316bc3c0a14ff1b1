package bankroll.snapshot;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The first {@value #BYTES} bytes of a snapshot, little endian; docs/format/snapshot.md shows the whole file.
 *
 * <pre>
 *   0 u32 magic "BKS1"   4 u16 version = 5   6 u16 head length = 64   8 i64 sequence   16 i64 time in ms
 *   24 u32 CRC of the frame with that sequence   28 zeros
 * </pre>
 *
 * @param sequence the last entry in the state
 * @param timeMs when it was taken
 * @param frameCrc CRC of that entry's frame: the next frame's previous CRC
 */
public record SnapshotHead(long sequence, long timeMs, int frameCrc) {
    static final int BYTES = 64;
    static final int VERSION = 5;
    /**
     * Version 4 knew no bound on sessions and no windows of limits. Versions 2 and 3 are laid out the same; their digest was
     * made in another way.
     */
    static final int OLDEST_VERSION = 2;

    private static final int OLDEST_COMPARABLE_VERSION = 4;

    private static final int MAGIC = 0x31534B42;

    void put(ByteBuffer target) {
        target.order(ByteOrder.LITTLE_ENDIAN);
        target.putInt(MAGIC).putShort((short) VERSION).putShort((short) BYTES);
        target.putLong(sequence).putLong(timeMs).putInt(frameCrc);
        target.put(new byte[BYTES - 28]);
    }

    /** Whether the digest that stands behind this head is one that can be compared. */
    static boolean hasComparableDigest(ByteBuffer head) {
        return head.order(ByteOrder.LITTLE_ENDIAN).getShort(head.position() + Integer.BYTES)
                >= OLDEST_COMPARABLE_VERSION;
    }

    static SnapshotHead get(ByteBuffer source) {
        source.order(ByteOrder.LITTLE_ENDIAN);
        if (source.remaining() < BYTES || source.getInt() != MAGIC) {
            throw new InvalidSnapshotException("is not a snapshot");
        }
        int version = source.getShort();
        if (version < OLDEST_VERSION || version > VERSION || source.getShort() != BYTES) {
            throw new InvalidSnapshotException(
                    "has version " + version + "; this release reads " + OLDEST_VERSION + " to " + VERSION);
        }
        SnapshotHead head = new SnapshotHead(source.getLong(), source.getLong(), source.getInt());
        source.position(source.position() + BYTES - 28);
        return head;
    }
}
