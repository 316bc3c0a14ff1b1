package bankroll.journal.files;

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
        long lastTimeMs) {}
