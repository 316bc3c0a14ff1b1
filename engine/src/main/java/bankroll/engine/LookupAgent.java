package bankroll.engine;

import bankroll.agent.Doorbell;
import bankroll.condition.ConditionException;
import bankroll.condition.Degradation;
import bankroll.condition.Degradation.Part;
import bankroll.condition.Reason;
import bankroll.journal.FrameLookup;
import bankroll.journal.JournalSource;
import bankroll.protocol.Answer;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.Outcome;
import java.io.UncheckedIOException;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.OneToOneConcurrentArrayQueue;

/**
 * Reads back from the journal what a question asks beyond the tables, so that neither the writer nor the syncer does.
 *
 * <p>An entry that can't be read is the failure of the one request that asks for it: {@code unavailable} when a file
 * can't be opened now, which is tried again every second until it can; {@link Outcome#INTERNAL} when it is damaged. Both
 * are told by {@link Degradation}, and everything else goes on. One thread; {@link #enqueue} is the syncer's.
 */
final class LookupAgent implements Agent {
    private static final long RETRY_NS = TimeUnit.SECONDS.toNanos(1);

    private final JournalSource journal;
    private final CommandRing ring;
    private final OneToOneConcurrentArrayQueue<Request> queue;
    private final Degradation degradation;
    private final NanoClock clock;
    private final Doorbell doorbell = new Doorbell();
    private final Distribution waiting = new Distribution(0, 1, 4, 16, 64, 256, 1024);
    private FrameLookup frames;
    private EntryReader reader;
    private String hindrance;
    private long hinderedSequence;
    private long triedNs;

    LookupAgent(JournalSource journal, CommandRing ring, int capacity, Degradation degradation, NanoClock clock) {
        this.journal = journal;
        this.ring = ring;
        this.degradation = degradation;
        this.clock = clock;
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
    public int doWork() {
        if (hindrance != null && clock.nanoTime() - triedNs >= RETRY_NS) {
            tryAgain();
        }
        Request request = queue.poll();
        if (request == null) {
            return 0;
        }
        waiting.record(queue.size());
        try {
            look(request);
        } catch (RuntimeException | Error failure) {
            refuse(request, failure);
        } finally {
            ring.release(request);
            request.publish();
        }
        return 1;
    }

    private void look(Request request) {
        open();
        if (request.type() == CommandType.LOOKUP) {
            answer(request, reader.transaction(request.answer(Answer.LookupPlan.class)));
        } else {
            request.answer(reader.sessions(request.answer(Answer.Sessions.class)));
        }
    }

    private void open() {
        if (reader == null) {
            frames = journal.lookup();
            reader = new EntryReader(frames, journal::firstSequence);
        }
    }

    /** Of a transaction whose entry the retention has removed, nothing is remembered that could be told. */
    private static void answer(Request request, Answer.Lookup found) {
        if (found == null) {
            request.outcome(0, Outcome.TRANSACTION_NOT_FOUND);
        }
        request.answer(found);
    }

    private void refuse(Request request, Throwable failure) {
        request.answer((Answer) null);
        if (failure instanceof UncheckedIOException) {
            request.refuse();
            hinder(failure);
        } else {
            request.outcome(0, Outcome.INTERNAL);
            damage(failure);
        }
    }

    /** One file that can't be opened stands for all: the cause is most likely the same. */
    private void hinder(Throwable failure) {
        triedNs = clock.nanoTime();
        if (hindrance == null) {
            hinderedSequence = wanted();
            hindrance = "a lookup can't read entry " + hinderedSequence + " now: " + Reason.of(failure);
            degradation.begin(Part.LOOKUPS, hindrance);
        }
    }

    private void tryAgain() {
        try {
            open();
            reader.tryOut(hinderedSequence);
        } catch (UncheckedIOException stillSo) {
            triedNs = clock.nanoTime();
            return;
        } catch (RuntimeException | Error failure) {
            damage(failure);
        }
        degradation.end(Part.LOOKUPS, hindrance);
        hindrance = null;
    }

    private void damage(Throwable failure) {
        String what = "entry " + wanted() + " can't be looked up: " + Reason.of(failure);
        degradation.begin(Part.LOOKUPS, what, failure instanceof ConditionException ? null : failure);
    }

    private long wanted() {
        return reader == null ? 0 : reader.wanted();
    }

    /** How many others waited when one was taken. */
    Distribution waiting() {
        return waiting;
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
