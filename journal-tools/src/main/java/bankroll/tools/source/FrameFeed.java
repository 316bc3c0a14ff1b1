package bankroll.tools.source;

import bankroll.tools.console.Progress;

/** The frames of a part of a journal, in their order, each one checked. One thread. */
public interface FrameFeed {

    /** The first entry that will be handed over, if there is any. */
    long first();

    /**
     * Hands all frames to the handler, or those before damage.
     *
     * @throws bankroll.journal.CorruptJournalException where the journal is damaged
     */
    void run(FrameHandler handler, Progress progress);
}
