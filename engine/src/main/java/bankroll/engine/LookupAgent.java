package bankroll.engine;

import bankroll.agent.Doorbell;
import bankroll.condition.ConditionException;
import bankroll.condition.Degradation;
import bankroll.condition.Degradation.Part;
import bankroll.condition.Reason;
import bankroll.journal.Frame;
import bankroll.journal.FrameLookup;
import bankroll.journal.JournalSource;
import bankroll.protocol.Answer;
import bankroll.protocol.AuthenticateCommand;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.Items;
import bankroll.protocol.Items.Position;
import bankroll.protocol.Outcome;
import bankroll.protocol.Outcome.OutcomeRecord;
import bankroll.protocol.TransactionField;
import bankroll.protocol.TransactionItem;
import bankroll.protocol.TransactionType;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.OneToOneConcurrentArrayQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads back from the journal what a question asks beyond the tables, so that neither the writer nor the syncer does.
 *
 * <p>An entry that can't be read is the failure of the one request that asks for it: {@code unavailable} when a file
 * can't be opened now, which is tried again every second until it can; {@link Outcome#INTERNAL} when it is damaged. Both
 * are told by {@link Degradation}, and everything else goes on. One thread; {@link #enqueue} is the syncer's.
 */
final class LookupAgent implements Agent {
    private static final Logger LOG = LoggerFactory.getLogger(LookupAgent.class);

    private static final long RETRY_NS = TimeUnit.SECONDS.toNanos(1);

    private final JournalSource journal;
    private final CommandRing ring;
    private final OneToOneConcurrentArrayQueue<Request> queue;
    private final Degradation degradation;
    private final NanoClock clock;
    final Doorbell doorbell = new Doorbell();
    /** How many others waited when one was taken. */
    final Distribution waiting = new Distribution(0, 1, 4, 16, 64, 256, 1024);

    private FrameLookup frames;
    private long keptFrom;
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
        if (request != null) {
            take(request);
        }
        letGoOfRemoved();
        return request == null ? 0 : 1;
    }

    private void take(Request request) {
        waiting.record(queue.size());
        try {
            look(request);
        } catch (RuntimeException | Error failure) {
            refuse(request, failure);
        } finally {
            ring.release(request);
            request.publish();
        }
    }

    private void letGoOfRemoved() {
        if (frames == null) {
            return;
        }
        long first = journal.firstSequence();
        if (first > keptFrom) {
            letGoBefore(first);
        }
    }

    /** Where the journal's files can't be listed now, they are at the next turn. */
    private void letGoBefore(long first) {
        try {
            reader.letGoBefore(first);
            keptFrom = first;
        } catch (UncheckedIOException e) {
            LOG.debug("Removed files can't be let go of yet", e);
        }
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
            String now = "a lookup can't read entry " + hinderedSequence + " now: " + Reason.of(failure);
            hindrance = degradation.replace(Part.LOOKUPS, hindrance, now);
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
        hindrance = degradation.replace(Part.LOOKUPS, hindrance, null);
    }

    private void damage(Throwable failure) {
        String what = "entry " + wanted() + " can't be looked up: " + Reason.of(failure);
        degradation.begin(Part.LOOKUPS, what, failure instanceof ConditionException ? null : failure);
    }

    private long wanted() {
        return reader == null ? 0 : reader.wanted();
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

    /** From positions in the journal to what was said there. One thread. */
    static final class EntryReader {
        private static final int REMOVED = -1;

        private final FrameLookup frames;
        private final LongSupplier firstSequence;
        private final Items items = new Items();
        private long wanted;
        /** The entry that stands in the buffer; 0 for none. Many that name one transaction often came together. */
        private long found;

        /** @param firstSequence of the oldest entry that the retention has left */
        EntryReader(FrameLookup frames, LongSupplier firstSequence) {
            this.frames = frames;
            this.firstSequence = firstSequence;
        }

        /** The transaction that a plan points to, with the ids of those that name it; null when its entry was removed. */
        Answer.Lookup transaction(Answer.LookupPlan plan) {
            List<String> rolledBackBy = new ArrayList<>();
            List<String> creditedBy = new ArrayList<>();
            for (long referrer : plan.referrers()) {
                int item = find(referrer);
                if (item == REMOVED) {
                    continue;
                }
                String id = TransactionItem.text(buffer(), item, TransactionField.TRANSACTION_ID);
                boolean credits = TransactionItem.type(buffer(), item) == TransactionType.CREDIT;
                (credits ? creditedBy : rolledBackBy).add(id);
            }
            Collections.reverse(rolledBackBy);
            Collections.reverse(creditedBy);
            int item = find(plan.position());
            return item == REMOVED
                    ? null
                    : record(plan, item, plan.isRolledBack() ? rolledBackBy : List.of(), creditedBy);
        }

        /** The same sessions with game and address, as they were opened, where their entries were not removed. */
        Answer.Sessions sessions(Answer.Sessions answer) {
            List<Answer.Sessions.Session> opened = new ArrayList<>();
            for (Answer.Sessions.Session session : answer.sessions()) {
                if (!isKept(session.sequence())) {
                    opened.add(session);
                    continue;
                }
                int item = Frame.items(buffer(), frames.offset(), items).item();
                String game = AuthenticateCommand.gameId(buffer(), item);
                opened.add(session.opened(game, AuthenticateCommand.clientIp(buffer(), item)));
            }
            return new Answer.Sessions(opened);
        }

        private Answer.Lookup record(
                Answer.LookupPlan plan, int item, List<String> rolledBackBy, List<String> creditedBy) {
            int outcome = items.outcome();
            TransactionType type = TransactionItem.type(buffer(), item);
            boolean returned = type == TransactionType.ROLLBACK;
            return new Answer.Lookup(
                    type,
                    OutcomeRecord.outcome(buffer(), outcome),
                    returned ? OutcomeRecord.amount(buffer(), outcome) : TransactionItem.amount(buffer(), item),
                    OutcomeRecord.balance(buffer(), outcome),
                    OutcomeRecord.hasBalance(buffer(), outcome),
                    plan.isRolledBack(),
                    OutcomeRecord.timeMs(buffer(), outcome),
                    Frame.sequence(buffer(), frames.offset()),
                    texts(item),
                    TransactionItem.text(buffer(), item, TransactionField.DETAILS),
                    rolledBackBy,
                    creditedBy);
        }

        private Answer.Lookup.Texts texts(int item) {
            return new Answer.Lookup.Texts(
                    text(item, TransactionField.TRANSACTION_ID),
                    text(item, TransactionField.PLAYER_ID),
                    text(item, TransactionField.SESSION_ID),
                    text(item, TransactionField.CURRENCY),
                    text(item, TransactionField.GAME_ID),
                    text(item, TransactionField.ROUND_ID),
                    text(item, TransactionField.ROOM_ID),
                    text(item, TransactionField.REFERENCE_TRANSACTION_ID),
                    text(item, TransactionField.CREATED_AT));
        }

        private String text(int item, TransactionField field) {
            return TransactionItem.text(buffer(), item, field);
        }

        /** Goes to the entry of a position and tells where the item stands. */
        private int find(long position) {
            if (!isKept(Position.sequence(position))) {
                return REMOVED;
            }
            return Frame.items(buffer(), frames.offset(), items)
                    .skipTo(Position.item(position))
                    .item();
        }

        /** Goes to an entry; false when the retention has removed it. */
        boolean isKept(long sequence) {
            if (sequence == found) {
                return true;
            }
            wanted = sequence;
            found = 0;
            if (frames.find(sequence)) {
                found = sequence;
                return true;
            }
            if (sequence >= firstSequence.getAsLong()) {
                throw new IllegalStateException("the journal does not hold entry " + sequence);
            }
            return false;
        }

        /** What was removed may be what was read last. */
        void letGoBefore(long first) {
            found = 0;
            frames.letGoBefore(first);
        }

        /** Goes to an entry only to learn whether it can be read now. */
        void tryOut(long sequence) {
            found = 0;
            frames.find(sequence);
        }

        /** The entry that was gone to last, or could not be; 0 before the first. */
        long wanted() {
            return wanted;
        }

        private DirectBuffer buffer() {
            return frames.buffer();
        }
    }
}
