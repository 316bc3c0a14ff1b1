package bankroll.snapshot;

import bankroll.journal.CorruptJournalException;
import bankroll.journal.Frame;
import bankroll.journal.FrameLookup;
import bankroll.journal.JournalSource;

/**
 * Tells whether a snapshot was taken of a journal: its head carries the checksum of its last entry's frame, which the next
 * frame names, too. That one is asked first: the entry itself may be gone with a retention. Costs a lookup or two; any
 * thread.
 */
public final class JournalLink {
    private final JournalSource journal;

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

    /** To this journal. */
    public JournalLink(JournalSource journal) {
        this.journal = journal;
    }

    /** How the snapshot with this head stands to the journal as it is now. */
    public Standing of(SnapshotHead head) {
        if (head.sequence() < journal.firstSequence() - 1) {
            return Standing.TOO_OLD;
        }
        try (FrameLookup frame = journal.lookup()) {
            if (frame.find(head.sequence() + 1)) {
                return standing(Frame.previousCrc(frame.buffer(), frame.offset()), head);
            }
            return frame.find(head.sequence())
                    ? standing(Frame.crc(frame.buffer(), frame.offset()), head)
                    : Standing.BEYOND;
        } catch (CorruptJournalException e) {
            return Standing.UNTOLD;
        }
    }

    private static Standing standing(int crc, SnapshotHead head) {
        return crc == head.frameCrc() ? Standing.BELONGS : Standing.FOREIGN;
    }
}
