package bankroll.journal.files;

import java.nio.file.Path;

/**
 * What the manifest says about one closed file.
 *
 * @param file the file.
 * @param firstSequence sequence of its first frame.
 * @param lastSequence sequence of its last frame.
 * @param previousCrc CRC of the frame before its first one.
 * @param lastCrc CRC of its last frame.
 * @param lastPosition byte where its last frame starts.
 * @param end byte behind its last frame; what stands behind it is no part of the journal.
 * @param firstTimeMs time of its first frame.
 * @param lastTimeMs time of its last frame.
 */
public record ClosedFile(
        JournalFile file,
        long firstSequence,
        long lastSequence,
        int previousCrc,
        int lastCrc,
        long lastPosition,
        long end,
        long firstTimeMs,
        long lastTimeMs) {

    /** Whether it begins right behind the frame with this sequence and CRC. */
    public boolean follows(long sequence, int crc) {
        return firstSequence == sequence + 1 && previousCrc == crc;
    }

    /** The same in another journal. */
    public ClosedFile in(Path journal) {
        return new ClosedFile(
                JournalFile.of(journal, file.run(), file.number()),
                firstSequence,
                lastSequence,
                previousCrc,
                lastCrc,
                lastPosition,
                end,
                firstTimeMs,
                lastTimeMs);
    }
}
