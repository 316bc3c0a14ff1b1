package bankroll.tools.salvage;

import java.nio.file.Path;

/**
 * Good frames of one file, each of which follows the one before by sequence and CRC.
 *
 * @param copy the copy that the file is of, as it was named
 * @param file where they stand
 * @param position byte of the first one
 * @param end byte behind the last one
 * @param firstSequence its sequence
 * @param previousCrc CRC of the frame that it follows
 * @param lastSequence sequence of the last one
 * @param lastCrc its CRC
 */
record GoodRun(
        Path copy,
        Path file,
        int position,
        int end,
        long firstSequence,
        int previousCrc,
        long lastSequence,
        int lastCrc) {
    /** Of one frame, at which these stand. */
    static GoodRun of(Path copy, Path file, FrameSeeker at) {
        long sequence = at.sequence();
        return new GoodRun(copy, file, at.offset(), at.end(), sequence, at.previousCrc(), sequence, at.crc());
    }

    /** With the frame at which these stand, which follows. */
    GoodRun upTo(FrameSeeker at) {
        return new GoodRun(copy, file, position, at.end(), firstSequence, previousCrc, at.sequence(), at.crc());
    }

    /** Whether an entry is in it. */
    boolean holds(long sequence) {
        return firstSequence <= sequence && sequence <= lastSequence;
    }
}
