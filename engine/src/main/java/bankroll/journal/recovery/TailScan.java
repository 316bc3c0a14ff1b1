package bankroll.journal.recovery;

import bankroll.journal.Frame;
import bankroll.journal.FrameFault;
import bankroll.journal.files.ClosedFile;
import bankroll.journal.files.JournalBooks.FileTrack;
import bankroll.journal.files.JournalFile;
import bankroll.journal.reading.FrameCursor;

/**
 * What stands in a file that the manifest does not list as closed: every frame is read and checked.
 *
 * @param file the file.
 * @param ready whether the file was created to the end.
 * @param expectedSequence the sequence that had to come behind the last good frame.
 * @param closed the file as it would be closed behind its last good frame; null when it has no good frame.
 * @param unforcedFrom byte of the file from which on it is not known to be on disk; -1 when all of it is.
 * @param fault what stopped the scan; {@link FrameFault#NONE} when nothing more was written.
 * @param foundSequence the sequence that was found in the wrong place; 0 when the fault is another.
 * @param end byte behind the last good frame.
 * @param endOfRemains byte behind the last one that is not zero; {@code end} when nothing stands behind the frames.
 */
record TailScan(
        JournalFile file,
        boolean ready,
        long expectedSequence,
        ClosedFile closed,
        long unforcedFrom,
        FrameFault fault,
        long foundSequence,
        int end,
        int endOfRemains) {

    /**
     * Reads the file.
     *
     * @param lastSequence sequence of the frame before the file.
     * @param lastCrc its CRC.
     * @param forced the highest sequence known to be on disk.
     */
    static TailScan of(JournalFile file, long lastSequence, int lastCrc, long forced) {
        try (FrameCursor cursor = FrameCursor.behind(file, lastSequence, lastCrc)) {
            if (!cursor.isReady()) {
                int end = cursor.containsFrameMagic() ? cursor.endOfRemains() : 0;
                return new TailScan(file, false, lastSequence + 1, null, -1, FrameFault.NONE, 0, 0, end);
            }
            FileTrack track = new FileTrack(file);
            long unforcedFrom = -1;
            while (cursor.next() == FrameCursor.Step.FRAME) {
                if (unforcedFrom < 0 && cursor.sequence() > forced) {
                    unforcedFrom = track.end();
                }
                cursor.addTo(track);
            }
            return new TailScan(
                    file,
                    true,
                    cursor.sequence() + 1,
                    track.close(),
                    unforcedFrom,
                    cursor.fault(),
                    foundSequence(cursor),
                    cursor.position(),
                    cursor.endOfRemains());
        }
    }

    private static long foundSequence(FrameCursor cursor) {
        return cursor.fault() == FrameFault.WRONG_SEQUENCE
                ? Frame.sequence(cursor.buffer(), cursor.candidatePosition())
                : 0;
    }

    /** Whether the file ends as a killed or stopped process leaves it: nothing behind its frames. */
    boolean isClean() {
        return fault == FrameFault.NONE && end == endOfRemains;
    }

    /**
     * Whether a power cut could have left this: bytes that are no frame, or a first frame that is too far ahead
     * because the file before lost its end. Good frames in a wrong place, or of a newer program, are something else.
     */
    boolean isTorn() {
        return switch (fault) {
            case WRONG_SEQUENCE -> closed == null && foundSequence > expectedSequence;
            case WRONG_PREVIOUS_CRC, UNKNOWN_VERSION, WRONG_HEADER_LENGTH, WRONG_COMMAND_LENGTH -> false;
            default -> !isClean();
        };
    }
}
