package bankroll.snapshot;

import bankroll.journal.CorruptJournalException;
import bankroll.journal.Frame;
import bankroll.journal.FrameLookup;
import bankroll.journal.JournalSource;
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

    /** How a snapshot stands to the journal. */
    public enum Standing {
        /** The journal goes on from it, or ends with it. */
        BELONGS("belongs to this journal"),
        /** The frame that would tell is damaged: the reader of that one tells. */
        UNTOLD("can't be held against the journal, which is damaged there"),
        /** The journal has another entry there. */
        FOREIGN("was taken of another journal"),
        /** No snapshot is ahead of its journal. */
        BEYOND("is beyond the journal's last entry"),
        /** The retention, or a hand, has removed what a start from it would have to replay. */
        TOO_OLD("is too old: what follows it was removed");

        private final String text;

        Standing(String text) {
            this.text = text;
        }

        /** For people, behind the snapshot's name. */
        public String text() {
            return text;
        }

        /** Whether a start may begin with it. */
        public boolean isUsable() {
            return this == BELONGS || this == UNTOLD;
        }

        /** Whether it is none of this journal's, and never will be. */
        public boolean isOfAnother() {
            return this == FOREIGN || this == BEYOND;
        }
    }

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

    /**
     * How the snapshot with this head stands to a journal as it is now: the head carries the checksum of its last entry's frame,
     * which the next frame names, too. That one is asked first: the entry itself may be gone with a retention. Costs a lookup
     * or two; any thread.
     */
    public Standing standing(JournalSource journal) {
        if (sequence < journal.firstSequence() - 1) {
            return Standing.TOO_OLD;
        }
        try (FrameLookup frame = journal.lookup()) {
            if (frame.find(sequence + 1)) {
                return standing(Frame.previousCrc(frame.buffer(), frame.offset()));
            }
            return frame.find(sequence) ? standing(Frame.crc(frame.buffer(), frame.offset())) : Standing.BEYOND;
        } catch (CorruptJournalException e) {
            return Standing.UNTOLD;
        }
    }

    private Standing standing(int crc) {
        return crc == frameCrc ? Standing.BELONGS : Standing.FOREIGN;
    }
}
