package bankroll.engine;

import bankroll.journal.Chain.ChainSealer;
import bankroll.ledger.Ledger;
import bankroll.protocol.HashKey;
import bankroll.protocol.LimitWindows;
import java.util.function.LongSupplier;
import org.agrona.concurrent.OneToOneConcurrentArrayQueue;

/**
 * What the ingress and the log's thread share: who this process is, its rules, its chain, what it waits for, and what the ledger
 * says.
 */
final class LogShare {
    /** Drawn at the start: no two processes have the same. */
    final long sender;

    final CommandLog.Rules rules;
    final ChainSealer chain;
    final Pending pending;
    final Clock clock;
    volatile Said said = new Said(null, null, 0);

    /**
     * What the ledger says and the side that offers commands has to know.
     *
     * @param key the journal's secret, or null before the first entry
     * @param windows those of limits, or null
     * @param windowsEndMs until when bookings can be decided without new windows; 0 when no entry has said any
     */
    record Said(HashKey key, LimitWindows windows, long windowsEndMs) {}

    /**
     * Of this process.
     *
     * @param chain of this node's journal
     * @param capacity as many requests wait for the log as the ring lets in
     */
    LogShare(long sender, CommandLog.Rules rules, ChainSealer chain, int capacity, WriterClock clock) {
        this.sender = sender;
        this.rules = rules;
        this.chain = chain;
        this.pending = new Pending(capacity);
        this.clock = new Clock(clock);
    }

    /** Shows what the ledger says. Log's thread. */
    void show(Ledger ledger) {
        said = new Said(ledger.hashKey(), ledger.windows(), ledger.windowsEndMs());
    }

    /**
     * What this node has offered to the log and waits for, in the order of the messages. A question waits for the next message
     * behind it. The ingress adds, the log's thread takes; never more than the ring lets in.
     */
    static final class Pending {
        private final OneToOneConcurrentArrayQueue<Request> queue;

        Pending(int capacity) {
            queue = new OneToOneConcurrentArrayQueue<>(capacity);
        }

        /** Waits for the message of this number, offered in this term. Before it is offered. Ingress. */
        void add(Request request, long term, long number) {
            request.logTerm = term;
            request.logNumber = number;
            if (!queue.offer(request)) {
                throw new IllegalStateException("more requests than the ring lets in");
            }
        }

        /** The first one whose message has a lower number than this, or null: the log has passed it over. Log's thread. */
        Request before(long number) {
            Request first = queue.peek();
            return first != null && first.logNumber < number ? queue.poll() : null;
        }

        /** The first one of a term before this one, or null: the log won't give its message any more. Log's thread. */
        Request beforeTerm(long term) {
            Request first = queue.peek();
            return first != null && first.logTerm < term ? queue.poll() : null;
        }

        /** The next question that waits for this message, or null. Log's thread. */
        Request question(long number) {
            Request first = queue.peek();
            boolean isOne =
                    first != null && first.logNumber == number && first.type().isQuestion();
            return isOne ? queue.poll() : null;
        }

        /** The command of this message, or null when nobody waits for it; stays until {@link #remove}. Log's thread. */
        Request command(long number) {
            Request first = queue.peek();
            return first != null && first.logNumber == number ? first : null;
        }

        /** The first one is done. Log's thread. */
        void remove() {
            queue.poll();
        }
    }

    /**
     * The time that this node gives to the log's messages while it leads: its writer's clock, and never less than the log's own
     * time, from whichever node. That time shows a clock right, too, that was set after this node's start; and what another node
     * that leads says shows a clock wrong, if it was so already at the start. Any thread.
     */
    static final class Clock implements LongSupplier {
        private final WriterClock clock;
        private volatile long followedMs;
        /** When that was, or a bit later, as the writer's clock counts. */
        private volatile long followedNs;

        Clock(WriterClock clock) {
            this.clock = clock;
        }

        /** Milliseconds since the epoch. */
        @Override
        public synchronized long getAsLong() {
            hear();
            return Math.max(followedMs, clock.nowMs());
        }

        private void hear() {
            long timeMs = followedMs;
            if (timeMs > 0) {
                clock.hear(timeMs, followedNs);
            }
        }

        /** The log has come to this time. Log's thread. */
        void follow(long timeMs) {
            followedNs = clock.passedNs();
            followedMs = timeMs;
        }

        /** The time to tell others while this node leads; 0 for none. */
        synchronized long toldMs() {
            hear();
            long nowMs = clock.rightMs();
            return nowMs < followedMs ? 0 : nowMs;
        }

        /** Another node leads, and says that it is this time. */
        synchronized void hearLeader(long timeMs) {
            hear();
            clock.hearOther(timeMs);
        }

        /** Whether the wall clock is not followed, because it made too long a step. */
        synchronized boolean isStepRefused() {
            hear();
            return clock.isStepRefused();
        }

        /** The wall clock is right. */
        synchronized void confirm() {
            clock.confirm();
        }
    }
}
