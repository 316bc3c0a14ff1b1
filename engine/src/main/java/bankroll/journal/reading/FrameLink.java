package bankroll.journal.reading;

import bankroll.journal.Frame;
import bankroll.journal.FrameFault;
import org.agrona.DirectBuffer;

/** Where in the journal a reader is, and whether a frame is the next one. One thread. */
public final class FrameLink {
    private long sequence;
    private int crc;
    private boolean isLinked;

    private FrameLink(long sequence, int crc, boolean isLinked) {
        this.sequence = sequence;
        this.crc = crc;
        this.isLinked = isLinked;
    }

    /** Behind the frame with this sequence and CRC. */
    public static FrameLink behind(long sequence, int crc) {
        return new FrameLink(sequence, crc, true);
    }

    /** Behind the frame with this sequence, whose CRC is not known. */
    static FrameLink behind(long sequence) {
        return new FrameLink(sequence, 0, false);
    }

    /**
     * Whether the next frame stands here: layout, CRC, length, sequence and the link to the frame before.
     *
     * @param length of the record it stands in
     * @param withCrc whether its CRC is computed; trusted otherwise
     */
    FrameFault check(DirectBuffer buffer, int position, int length, boolean withCrc) {
        FrameFault found =
                withCrc ? Frame.check(buffer, position, length) : Frame.checkHeader(buffer, position, length);
        if (found != FrameFault.NONE) {
            return found;
        }
        if (Frame.length(buffer, position) != length) {
            return FrameFault.WRONG_LENGTH;
        }
        if (Frame.sequence(buffer, position) != sequence + 1) {
            return FrameFault.WRONG_SEQUENCE;
        }
        return isLinked && Frame.previousCrc(buffer, position) != crc ? FrameFault.WRONG_PREVIOUS_CRC : FrameFault.NONE;
    }

    /** Goes on behind this one. */
    void accept(DirectBuffer buffer, int position) {
        sequence++;
        crc = Frame.crc(buffer, position);
        isLinked = true;
    }

    /** The frame it is behind. */
    public long sequence() {
        return sequence;
    }

    /** CRC of that frame. */
    public int crc() {
        return crc;
    }
}
