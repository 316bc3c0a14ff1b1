package bankroll.tools.source;

import org.agrona.DirectBuffer;

/** Takes checked frames in order of their sequence. The bytes are good until the call returns. */
@FunctionalInterface
public interface FrameHandler {
    /** Takes one frame; false: no more, please. */
    boolean onFrame(DirectBuffer buffer, int offset, int length);
}
