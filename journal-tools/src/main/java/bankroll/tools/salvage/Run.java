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
record Run(
        Path copy,
        Path file,
        long position,
        long end,
        long firstSequence,
        int previousCrc,
        long lastSequence,
        int lastCrc) {
    /** Of one frame, at which these stand. */
    static Run of(Path copy, Path file, FrameSeeker at) {
        long sequence = at.sequence();
        return new Run(copy, file, at.position(), at.end(), sequence, at.previousCrc(), sequence, at.crc());
    }

    /** With the frame at which these stand, which follows. */
    Run upTo(FrameSeeker at) {
        return new Run(copy, file, position, at.end(), firstSequence, previousCrc, at.sequence(), at.crc());
    }

    /** Whether an entry is in it. */
    boolean holds(long sequence) {
        return firstSequence <= sequence && sequence <= lastSequence;
    }

    /** Whether the one behind an entry, which it holds, says that it follows the frame with this CRC. */
    boolean follows(long sequence, int crc) {
        return sequence + 1 == firstSequence ? previousCrc == crc : hasAt(sequence, crc);
    }

    /** Whether the frame of an entry that it holds has this CRC. */
    boolean hasAt(long sequence, int crc) {
        if (sequence == lastSequence) {
            return lastCrc == crc;
        }
        try (FrameSeeker frames = new FrameSeeker(file, position)) {
            while (frames.next() && frames.sequence() < sequence) {
                // on to it
            }
            return frames.sequence() == sequence && frames.crc() == crc;
        }
    }

    /** Whether it goes on where another one ends. */
    boolean isRightBehind(Run other) {
        return other.lastSequence == firstSequence - 1 && other.lastCrc == previousCrc;
    }

    /** Whether it stands before another one, in the files' order. */
    boolean isBefore(Run other) {
        int files = file.compareTo(other.file);
        return files < 0 || files == 0 && position < other.position;
    }
}
