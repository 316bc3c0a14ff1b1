package bankroll.cluster;

import bankroll.cluster.Envelope.HandOverOrder;
import bankroll.engine.CommandLog;
import io.aeron.Aeron;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.agrona.concurrent.NanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the lead from one living node to another, which Aeron 1.51 has no call for.
 *
 * <pre>
 *   leader  order: prepare ─► the log
 *   others  open ways to each other's consensus modules, and tell the leader that they are ready once they follow
 *   leader  holds what is offered, order: X, who is ready, leads ─► the log
 *   all     X is Aeron's appointed leader for a moment, so that nobody else stands
 *   X       has everything now: tells every consensus module of a vote in the next term. Each begins an election, as the
 *           protocol wants, and X, who stands without Aeron's random delay, is elected
 * </pre>
 *
 * <p>Whatever was offered before is answered, since it stands before the order in the log; what comes meanwhile waits, and
 * is refused when the lead has gone. The vote that is told of is nobody's: no node grants it, so that nothing but an ordinary
 * election decides who leads. If X is gone, the leader goes on after two heartbeats.
 */
final class HandOver implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HandOver.class);

    private static final long ELECTED_NS = TimeUnit.SECONDS.toNanos(10);
    private static final long ORDER_NS = TimeUnit.SECONDS.toNanos(5);
    private static final long SPARE_NS = TimeUnit.SECONDS.toNanos(1);
    private static final String TAKES_NOTHING = "the log takes nothing";

    private final ClusterContext context;
    private final HandOverOrders orders;
    private final LogService service;
    private final NanoClock clock;
    private final int members;
    private volatile Asked asked;
    private boolean isHeld;

    private enum Step {
        BEGIN,
        READY,
        HELD,
        GONE
    }

    /** What an operator has asked the leader for, or the leader itself before it ends. */
    private final class Asked {
        private final OptionalInt member;
        private final boolean isEnding;
        private final CompletableFuture<Optional<String>> end = new CompletableFuture<>();
        private Step step = Step.BEGIN;
        private int chosen = HandOverOrder.NOBODY_YET;
        private long term;
        private long sinceNs = clock.nanoTime();
        private long electedNs;

        private Asked(OptionalInt member, boolean isEnding) {
            this.member = member;
            this.isEnding = isEnding;
        }

        /** An operator wants to hear who leads. Who ends waits only for whom it has told to lead: others may end, too. */
        private void lost() {
            long ofEnding = step == Step.HELD ? orders.heldNs() : 0;
            electedNs = isEnding ? ofEnding : ELECTED_NS;
            go(Step.GONE);
        }

        private void go(Step next) {
            step = next;
            sinceNs = clock.nanoTime();
        }

        private boolean lasts(long patienceNs) {
            return clock.nanoTime() - sinceNs > patienceNs;
        }
    }

    HandOver(ClusterContext context, HandOverOrders orders, LogService service, NanoClock clock) {
        this.context = context;
        this.orders = orders;
        this.service = service;
        this.clock = clock;
        members = context.members.size();
    }

    /** Hands over and waits for the end. Any thread; one at a time. */
    Optional<String> ask(OptionalInt member) throws InterruptedException {
        if (!service.leads) {
            return Optional.of(notLeading());
        }
        if (member.isPresent() && (member.getAsInt() < 0 || member.getAsInt() >= members)) {
            return Optional.of("the members are 0 to " + (members - 1));
        }
        if (member.isPresent() && member.getAsInt() == context.node) {
            return Optional.of("this node leads already");
        }
        return await(new Asked(member, false));
    }

    /** As {@link #ask}, to any node, by one that ends. */
    Optional<String> askToEnd() throws InterruptedException {
        return service.leads ? await(new Asked(OptionalInt.empty(), true)) : Optional.empty();
    }

    private Optional<String> await(Asked mine) throws InterruptedException {
        if (!isFirst(mine)) {
            return Optional.of("it is being handed over already");
        }
        try {
            return mine.end.get(patienceNs(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException e) {
            return Optional.of("this node does not turn");
        } finally {
            asked = null;
        }
    }

    /** All steps end before. */
    private long patienceNs() {
        return ORDER_NS + HandOverOrders.READY_NS + orders.heldNs() + ELECTED_NS + SPARE_NS;
    }

    private synchronized boolean isFirst(Asked next) {
        if (asked != null) {
            return false;
        }
        asked = next;
        return true;
    }

    /** Hands over to whoever is reached, unless it is being done, and waits for nothing. Ingress' thread. */
    void begin() {
        Asked own = new Asked(OptionalInt.empty(), false);
        if (isFirst(own)) {
            own.end.thenAccept(why -> {
                asked = null;
                why.ifPresent(words -> LOG.info("The lead was not handed over: {}", words));
            });
        }
    }

    /** Nothing more goes into the log: the node that is to lead next must have it all. Ingress' thread. */
    boolean isHeld() {
        return isHeld;
    }

    /**
     * Does what is to be done. Ingress' thread.
     *
     * @param term in which this node leads, or none
     * @param log takes an order, or doesn't now
     */
    int turn(Aeron aeron, long term, Predicate<HandOverOrder> log) {
        Asked now = asked;
        int work = orders.turn(aeron);
        if (now == null || now.end.isDone()) {
            isHeld = false;
            return work;
        }
        lead(now, term, log);
        return now.step == Step.BEGIN || now.step == Step.READY ? 1 : work;
    }

    private void lead(Asked now, long term, Predicate<HandOverOrder> log) {
        if (now.step != Step.GONE && now.step != Step.BEGIN && term != now.term) {
            isHeld = false;
            now.lost();
        }
        switch (now.step) {
            case BEGIN -> begin(now, term, log);
            case READY -> choose(now, log);
            case HELD -> {
                if (now.lasts(orders.heldNs())) {
                    end(now, "node " + now.chosen + " has not taken the lead in time; this one goes on");
                }
            }
            case GONE -> awaitElected(now, term);
        }
    }

    /** In no term everybody would be ready who has said nothing. */
    private void begin(Asked now, long term, Predicate<HandOverOrder> log) {
        now.term = term;
        orders.begin();
        if (term != CommandLog.NO_TERM && log.test(new HandOverOrder(HandOverOrder.NOBODY_YET, term))) {
            now.go(Step.READY);
        } else if (!service.leads) {
            end(now, notLeading());
        } else if (now.lasts(ORDER_NS)) {
            end(now, TAKES_NOTHING);
        }
    }

    private String notLeading() {
        return ClusterStatus.notLeading(orders.leader());
    }

    /** Whoever was named stands first, but others may be elected, and this node, too. */
    private void awaitElected(Asked now, long term) {
        int leader = service.leader;
        if (leader != context.node && orders.isQuietIn(any -> true)) {
            boolean isWanted = now.member.isEmpty() || now.member.getAsInt() == leader;
            end(now, isWanted ? null : "node " + leader + " leads now, not " + named(now));
        } else if (term > now.term) {
            end(now, named(now) + " has not taken the lead; this one leads again");
        } else if (now.lasts(now.electedNs)) {
            end(now, now.isEnding ? "no other node has taken the lead yet" : "nobody else leads; look at all nodes");
        }
    }

    /** Only a node that says it could is told to lead: bookings wait for it. */
    private void choose(Asked now, Predicate<HandOverOrder> log) {
        if (now.chosen == HandOverOrder.NOBODY_YET) {
            now.chosen = ready(now);
        }
        if (now.chosen != HandOverOrder.NOBODY_YET) {
            isHeld = true;
            if (log.test(new HandOverOrder(now.chosen, now.term))) {
                now.go(Step.HELD);
            }
        }
        if (now.step == Step.READY && now.lasts(HandOverOrders.READY_NS)) {
            end(now, now.chosen == HandOverOrder.NOBODY_YET ? whyNotReady(now) : TAKES_NOTHING);
        }
    }

    private int ready(Asked now) {
        for (int step = 1; step < members; step++) {
            int next = (context.node + step) % members;
            if ((now.member.isEmpty() || now.member.getAsInt() == next) && orders.isReady(next, now.term)) {
                return next;
            }
        }
        return HandOverOrder.NOBODY_YET;
    }

    private String whyNotReady(Asked now) {
        if (now.member.isEmpty()) {
            return "no other node is reached and ready to lead";
        }
        return named(now)
                + (orders.isOpen(now.member.getAsInt()) ? " is not ready to lead: it is behind" : " can't be reached");
    }

    private static String named(Asked now) {
        return now.member.isPresent() ? "node " + now.member.getAsInt() : "another node";
    }

    private void end(Asked now, String why) {
        isHeld = false;
        now.end.complete(Optional.ofNullable(why));
    }

    @Override
    public void close() {
        Asked now = asked;
        if (now != null) {
            end(now, "this node ends");
        }
        orders.close();
    }
}
