package bankroll.engine;

import bankroll.journal.FrameLookup;
import bankroll.journal.JournalSource;
import bankroll.protocol.Anomaly;
import bankroll.protocol.CommandType;
import bankroll.protocol.Effect;
import bankroll.protocol.LookupAnswer;
import bankroll.protocol.LookupPlan;
import bankroll.protocol.Outcome;
import bankroll.protocol.OutcomeRecord;
import bankroll.protocol.SessionsAnswer;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.OneToOneConcurrentArrayQueue;

/**
 * Reads back from the journal what a question asks beyond the tables, so that neither the writer nor the syncer does.
 * One thread; {@link #enqueue} is the syncer's.
 */
final class LookupAgent implements Agent {
    private final JournalSource journal;
    private final CommandRing ring;
    private final OneToOneConcurrentArrayQueue<Request> queue;
    private final Doorbell doorbell = new Doorbell();
    private FrameLookup frames;
    private EntryReader reader;

    LookupAgent(JournalSource journal, CommandRing ring, int capacity) {
        this.journal = journal;
        this.ring = ring;
        queue = new OneToOneConcurrentArrayQueue<>(capacity);
    }

    /** Takes a request that was released. Syncer thread. */
    void enqueue(Request request) {
        if (!queue.offer(request)) {
            throw new IllegalStateException("more requests than the ring lets in");
        }
        doorbell.ring();
    }

    @Override
    public void onStart() {
        frames = journal.lookup();
        reader = new EntryReader(frames, journal::firstSequence);
    }

    @Override
    public int doWork() {
        Request request = queue.poll();
        if (request == null) {
            return 0;
        }
        if (request.type() == CommandType.LOOKUP) {
            answer(request, reader.transaction(request.answer(LookupPlan.class)));
        } else {
            request.answer(reader.sessions(request.answer(SessionsAnswer.class)));
        }
        ring.release(request);
        request.publish();
        return 1;
    }

    /** Of a transaction whose entry the retention has removed, nothing is remembered that could be told. */
    private static void answer(Request request, LookupAnswer found) {
        if (found == null) {
            OutcomeRecord.start(
                    request.frame(),
                    request.outcomeOffset(0),
                    Outcome.TRANSACTION_NOT_FOUND,
                    Effect.NONE,
                    Anomaly.NONE);
        }
        request.answer(found);
    }

    @Override
    public void onClose() {
        if (frames != null) {
            frames.close();
        }
    }

    @Override
    public String roleName() {
        return "journal-lookup";
    }

    Doorbell doorbell() {
        return doorbell;
    }
}
