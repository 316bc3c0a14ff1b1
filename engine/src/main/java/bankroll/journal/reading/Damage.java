package bankroll.journal.reading;

import bankroll.journal.CorruptJournalException;
import bankroll.journal.Frame;
import bankroll.journal.FrameFault;
import bankroll.journal.files.ClosedFile;
import bankroll.journal.files.JournalFile;
import java.util.Locale;

/** Puts damage into words: file, byte, sequence, what was expected, what was found, what helps. */
public final class Damage {
    private Damage() {}

    /** The fault in front of the cursor. */
    public static CorruptJournalException at(JournalFile file, FrameCursor cursor) {
        return new CorruptJournalException(
                file.name(),
                cursor.position(),
                cursor.sequence() + 1,
                cursor.fault(),
                cursor.fault().text() + found(cursor) + "; "
                        + CorruptJournalException.cure(cursor.fault(), cursor.sequence() + 1));
    }

    private static String found(FrameCursor cursor) {
        return switch (cursor.fault()) {
            case WRONG_SEQUENCE -> ": found sequence " + Frame.sequence(cursor.buffer(), cursor.candidatePosition());
            case WRONG_PREVIOUS_CRC ->
                String.format(
                        Locale.ROOT,
                        ": expected %08x, found %08x",
                        cursor.crc(),
                        Frame.previousCrc(cursor.buffer(), cursor.candidatePosition()));
            default -> "";
        };
    }

    /** The cursor is at the end of what is written, and there is no such entry any more as the manifest knows the last. */
    public static CorruptJournalException endsEarly(ClosedFile file, FrameCursor cursor) {
        return new CorruptJournalException(
                file.file().name(),
                cursor.position(),
                cursor.sequence() + 1,
                FrameFault.CUT_OFF,
                "the file ends here, but the manifest knows it up to sequence " + file.lastSequence() + "; "
                        + CorruptJournalException.cure(cursor.sequence() + 1));
    }

    /** The manifest's line of this file does not follow the one before. */
    public static CorruptJournalException startsElsewhere(ClosedFile file, long sequence) {
        return of(file.file(), sequence, "the manifest has it start at " + file.firstSequence());
    }

    /** Something about a whole file. */
    public static CorruptJournalException of(JournalFile file, long sequence, String what) {
        return new CorruptJournalException(
                file.name(), 0, sequence, FrameFault.NONE, what + "; " + CorruptJournalException.cure(sequence));
    }
}
