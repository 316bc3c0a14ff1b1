package bankroll.journal.reading;

import bankroll.journal.Frame;
import bankroll.journal.files.JournalFile;
import java.nio.file.Path;
import org.agrona.DirectBuffer;

/**
 * What whole frames behind a damaged place say about it: each one says what was known to be on disk when it was sealed.
 * So damage can be told from a torn tail also where the forced mark is too old, after a power cut.
 */
public final class ForcedProof {
    private ForcedProof() {}

    /**
     * The highest sequence that had been forced, as told by any frame behind this byte, in this file or a later one.
     *
     * @param name of the journal file, as messages give it.
     * @return 0 when no frame says anything.
     */
    public static long behind(Path journal, String name, long position) {
        JournalFile damaged = JournalFile.parse(journal, name);
        if (damaged == null) {
            return 0;
        }
        long highest = 0;
        for (JournalFile file : JournalFile.all(journal)) {
            if (file.number() >= damaged.number()) {
                int from = file.equals(damaged) ? (int) position : 0;
                highest = Math.max(highest, highestIn(file, from));
            }
        }
        return highest;
    }

    /** Record headers can't be trusted here: looks at every place where a frame may start. */
    private static long highestIn(JournalFile journalFile, int from) {
        long highest = 0;
        try (MappedJournalFile file = MappedJournalFile.open(journalFile.path())) {
            DirectBuffer buffer = file.buffer();
            int end = file.endOfBytes(Math.min(from, file.capacity()));
            for (int i = (from + 3) & -4; i + Frame.MIN_LENGTH <= end; i += Integer.BYTES) {
                if (isFrame(buffer, i, end)) {
                    highest = Math.max(highest, Frame.forcedSequence(buffer, i));
                    i += Frame.length(buffer, i) - Integer.BYTES;
                }
            }
        }
        return highest;
    }

    /** The last byte of a CRC may be zero by chance, and so seem to be missing. */
    private static boolean isFrame(DirectBuffer buffer, int position, int end) {
        int available = Math.min(buffer.capacity(), (end + Integer.BYTES) & -Integer.BYTES) - position;
        return Frame.isWhole(buffer, position, available);
    }
}
