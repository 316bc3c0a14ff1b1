package bankroll.tools.source;

import bankroll.tools.console.Progress;
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

    /** The frames of a part of a journal, in their order, each one checked. One thread. */
    interface FrameFeed {

        /** The first entry that will be handed over, if there is any. */
        long first();

        /**
         * Hands all frames to the handler, or those before damage.
         *
         * @throws bankroll.journal.CorruptJournalException where the journal is damaged
         */
        void run(FrameHandler handler, Progress progress);
    }
}
