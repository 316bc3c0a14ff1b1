package bankroll.engine;

import bankroll.journal.FrameSealer;
import bankroll.journal.Journal;

/** From a decided request to the journal: its bytes get a head and a tail and are appended as one frame. Writer thread. */
final class EntryAppender {
    private final Journal journal;
    private final FrameSealer sealer;

    EntryAppender(Journal journal, FrameSealer sealer) {
        this.journal = journal;
        this.sealer = sealer;
    }

    /**
     * Appends what was decided.
     *
     * @param recorded bytes of outcomes behind the command
     * @param sequence that the ledger gave it; the journal must give the same
     */
    void append(Request request, int recorded, long nowMs, long sequence) {
        int length = sealer.seal(request.frame(), 0, request.commandLength(), recorded, nowMs);
        journal.append(request.frame(), 0, length, sealer.lastSequence());
        if (sealer.lastSequence() != sequence) {
            throw new IllegalStateException(
                    "the journal is at " + sealer.lastSequence() + ", the ledger at " + sequence);
        }
    }
}
