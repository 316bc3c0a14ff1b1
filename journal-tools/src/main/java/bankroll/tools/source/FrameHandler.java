package bankroll.tools.source;

import org.agrona.DirectBuffer;

/** Takes checked frames in order of their sequence. The bytes are good until the call returns. */
@FunctionalInterface
public interface FrameHandler {
    /** Takes one frame; false: no more, please. */
    boolean onFrame(DirectBuffer buffer, int offset, int length);

    /** This one and then another, as long as both want more. */
    default FrameHandler then(FrameHandler next) {
        return (buffer, offset, length) -> onFrame(buffer, offset, length) && next.onFrame(buffer, offset, length);
    }
}
