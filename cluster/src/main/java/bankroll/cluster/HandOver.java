package bankroll.cluster;

import bankroll.cluster.Envelope.HandOverOrder;
import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.cluster.ConsensusModule;
import io.aeron.cluster.ElectionState;
import io.aeron.cluster.codecs.MessageHeaderEncoder;
import io.aeron.cluster.codecs.RequestVoteEncoder;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.UnsafeBuffer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the lead from one living node to another, which Aeron 1.51 has no call for.
 *
 * <pre>
 *   leader  order: prepare ─► the log ─► all open ways to each other's consensus modules
 *           holds what is offered, order: X leads ─► the log
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
    private static final long WAYS_NS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long REACH_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long ELECTED_NS = TimeUnit.SECONDS.toNanos(10);
    private static final long ASKED_NS = ELECTED_NS + TimeUnit.SECONDS.toNanos(8);
    private static final String TAKES_NOTHING = "the log takes nothing";
    /** Whoever hears of the vote last should find the others in the election. */
    private static final long OWN_LATER_NS = TimeUnit.MILLISECONDS.toNanos(2);

    private final ClusterContext context;
    private final ConsensusModule.Context consensus;
    private final Predicate<Predicate<ConsensusModule.Context>> counters;
    private final LogService service;
    private final NanoClock clock;
    private final int members;
    private final MemberWays ways;
    private final UnsafeBuffer vote =
            new UnsafeBuffer(new byte[MessageHeaderEncoder.ENCODED_LENGTH + RequestVoteEncoder.BLOCK_LENGTH]);
    private volatile Asked asked;
    private volatile HandOverOrder order;
    private volatile long orderedNs;
    private HandOverOrder taken;
    private boolean[] told = {};
    private long toldNs;
    private boolean isHeld;

    private enum Step {
        BEGIN,
        REACH,
        HELD,
        GONE
    }

    /** What an operator has asked the leader for. */
    private final class Asked {
        private final OptionalInt member;
        private final CompletableFuture<Optional<String>> end = new CompletableFuture<>();
        private Step step = Step.BEGIN;
        private int chosen = HandOverOrder.NOBODY_YET;
        private long term;
        private long sinceNs = clock.nanoTime();

        private Asked(OptionalInt member) {
            this.member = member;
        }

        private void go(Step next) {
            step = next;
            sinceNs = clock.nanoTime();
        }

        private boolean lasts(long patienceNs) {
            return clock.nanoTime() - sinceNs > patienceNs;
        }
    }

    /**
     * Prepares it.
     *
     * @param counters looks at those of the consensus module, while they are there; false when they are not
     */
    HandOver(
            ClusterContext context,
            ConsensusModule.Context consensus,
            Predicate<Predicate<ConsensusModule.Context>> counters,
            LogService service,
            ErrorHandler errors,
            NanoClock clock) {
        this.context = context;
        this.consensus = consensus;
        this.counters = counters;
        this.service = service;
        this.clock = clock;
        members = context.members.size();
        ways = new MemberWays(context, consensus.consensusStreamId(), errors);
    }

    /** Aeron's draw of who waits for how long before it stands in an election: an appointed node doesn't wait. */
    static Random draw(ClusterContext context, ConsensusModule.Context consensus) {
        return new Random() {
            @Override
            public double nextDouble() {
                return consensus.appointedLeaderId() == context.node ? 0 : super.nextDouble();
            }
        };
    }

    /** Hands over and waits for the end. Any thread; one at a time. */
    Optional<String> ask(OptionalInt member) throws InterruptedException {
        if (!service.leads) {
            return Optional.of(ClusterStatus.notLeading(service.leader == context.node ? -1 : service.leader));
        }
        if (member.isPresent() && (member.getAsInt() < 0 || member.getAsInt() >= members)) {
            return Optional.of("the members are 0 to " + (members - 1));
        }
        if (member.isPresent() && member.getAsInt() == context.node) {
            return Optional.of("this node leads already");
        }
        Asked mine = new Asked(member);
        if (!isFirst(mine)) {
            return Optional.of("it is being handed over already");
        }
        try {
            return mine.end.get(ASKED_NS, TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException e) {
            return Optional.of("this node does not turn");
        } finally {
            asked = null;
        }
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
        Asked own = new Asked(OptionalInt.empty());
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

    /** The log brings an order; the log's thread. One of a replay is void: it was of another term, or an election is held. */
    void ordered(HandOverOrder brought) {
        if (isQuietIn(term -> term == brought.term())) {
            orderedNs = clock.nanoTime();
            if (!brought.isPreparation()) {
                consensus.appointedLeaderId(brought.member());
            }
            order = brought;
        }
    }

    /** Whether no election is held, and the term is such a one. */
    private boolean isQuietIn(LongPredicate term) {
        return counters.test(it -> ElectionState.get(it.electionStateCounter()) == ElectionState.CLOSED
                && term.test(it.leadershipTermIdCounter().get()));
    }

    /**
     * Does what is to be done. Ingress' thread.
     *
     * @param term in which this node leads, or none
     * @param log takes an order, or doesn't now
     */
    int turn(Aeron aeron, long term, Predicate<HandOverOrder> log) {
        Asked now = asked;
        int work = order == null ? 0 : follow(aeron);
        if (now == null || now.end.isDone()) {
            isHeld = false;
            return work;
        }
        lead(now, term, log);
        return now.step == Step.BEGIN || now.step == Step.REACH ? 1 : work;
    }

    private void lead(Asked now, long term, Predicate<HandOverOrder> log) {
        if (now.step != Step.GONE && now.step != Step.BEGIN && term != now.term) {
            isHeld = false;
            now.go(Step.GONE);
        }
        switch (now.step) {
            case BEGIN -> {
                now.term = term;
                if (log.test(new HandOverOrder(HandOverOrder.NOBODY_YET, term))) {
                    now.go(Step.REACH);
                } else if (now.lasts(ASKED_NS)) {
                    end(now, TAKES_NOTHING);
                }
            }
            case REACH -> reach(now, log);
            case HELD -> {
                if (now.lasts(2 * context.heartbeatNs())) {
                    end(now, "node " + now.chosen + " has not taken the lead in time; this one goes on");
                }
            }
            case GONE -> awaitElected(now, term);
        }
    }

    /** Whoever was named stands first, but others may be elected, and this node, too. */
    private void awaitElected(Asked now, long term) {
        int leader = service.leader;
        if (leader != context.node && isQuietIn(any -> true)) {
            boolean isWanted = now.member.isEmpty() || now.member.getAsInt() == leader;
            end(now, isWanted ? null : "node " + leader + " leads now, not " + named(now));
        } else if (term > now.term) {
            end(now, named(now) + " has not taken the lead; this one leads again");
        } else if (now.lasts(ELECTED_NS)) {
            end(now, "nobody else leads; look at all nodes");
        }
    }

    /** The others have opened their ways by then; only a node that this one reaches is told to lead. */
    private void reach(Asked now, Predicate<HandOverOrder> log) {
        if (!now.lasts(WAYS_NS)) {
            return;
        }
        if (now.chosen == HandOverOrder.NOBODY_YET) {
            now.chosen = reached(now.member);
        }
        if (now.chosen != HandOverOrder.NOBODY_YET) {
            isHeld = true;
            if (log.test(new HandOverOrder(now.chosen, now.term))) {
                now.go(Step.HELD);
            }
        }
        if (now.step == Step.REACH && now.lasts(REACH_NS)) {
            boolean isReached = now.chosen != HandOverOrder.NOBODY_YET;
            String unreached = now.member.isPresent() ? named(now) + " can't be reached" : "no node is reached";
            end(now, isReached ? TAKES_NOTHING : unreached);
        }
    }

    private static String named(Asked now) {
        return now.member.isPresent() ? "node " + now.member.getAsInt() : "another node";
    }

    private int reached(OptionalInt member) {
        for (int step = 1; step < members; step++) {
            int next = (context.node + step) % members;
            if ((member.isEmpty() || member.getAsInt() == next) && isOpen(next)) {
                return next;
            }
        }
        return HandOverOrder.NOBODY_YET;
    }

    private boolean isOpen(int member) {
        ExclusivePublication way = ways.to(member);
        return way != null && way.isConnected();
    }

    private void end(Asked now, String why) {
        isHeld = false;
        now.end.complete(Optional.ofNullable(why));
    }

    /** What the newest order wants of this node, until it is over. */
    private int follow(Aeron aeron) {
        HandOverOrder newest = order;
        long sinceNs = clock.nanoTime() - orderedNs;
        if (newest != taken) {
            taken = newest;
            told = new boolean[members];
            toldNs = 0;
            open(aeron);
        }
        boolean isMine = newest.member() == context.node;
        if (isMine) {
            tell(newest.term());
        }
        boolean isOver = sinceNs > (newest.isPreparation() ? 2 * REACH_NS : 2 * context.heartbeatNs());
        boolean isElected = isQuietIn(elected -> elected > newest.term());
        if (isOver || isElected) {
            forget();
        }
        return isMine ? 1 : 0;
    }

    private void open(Aeron aeron) {
        for (int member = 0; member < members; member++) {
            ways.open(aeron, member);
        }
    }

    /** The leader and the others first: whoever is in an election before them is called back by the leader. */
    private void tell(long term) {
        boolean areTold = true;
        for (int member = 0; member < members; member++) {
            if (member != context.node) {
                told[member] = told[member] || isTold(member, term);
                areTold &= told[member] || member != service.leader;
            }
        }
        long nowNs = clock.nanoTime();
        if (areTold && toldNs == 0) {
            toldNs = nowNs;
        }
        int own = context.node;
        if (areTold && !told[own] && nowNs - toldNs > OWN_LATER_NS) {
            told[own] = isTold(own, term);
        }
    }

    /** Told as the receiver's own vote, which an election that is held already passes over. */
    private boolean isTold(int member, long term) {
        new RequestVoteEncoder()
                .wrapAndApplyHeader(vote, 0, new MessageHeaderEncoder())
                .logLeadershipTermId(term)
                .logPosition(0)
                .candidateTermId(term + 1)
                .candidateMemberId(member)
                .protocolVersion(ConsensusModule.Configuration.PROTOCOL_SEMANTIC_VERSION);
        return isOpen(member) && ways.to(member).offer(vote) > 0;
    }

    private void forget() {
        order = null;
        consensus.appointedLeaderId(Aeron.NULL_VALUE);
        ways.close();
    }

    @Override
    public void close() {
        Asked now = asked;
        if (now != null) {
            end(now, "this node ends");
        }
        ways.close();
    }
}
