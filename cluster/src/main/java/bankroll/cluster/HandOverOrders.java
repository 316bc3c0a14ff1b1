package bankroll.cluster;

import bankroll.cluster.Envelope.HandOverOrder;
import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.cluster.ConsensusModule;
import io.aeron.cluster.ElectionState;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.NanoClock;

/**
 * What the orders of a {@link HandOver} want of each node, the leader, too: to open its ways, to say that it is ready, to have
 * the appointed one stand alone, and of that one that it begins the election.
 */
final class HandOverOrders implements AutoCloseable {
    /** So long the leader waits for somebody to be ready: nothing is held by then. */
    static final long READY_NS = TimeUnit.SECONDS.toNanos(2);
    /** So long it is waited for a member that may be gone. */
    private static final long WAYS_NS = TimeUnit.MILLISECONDS.toNanos(200);
    /** So long after a preparation its ways stay open: whoever leads has chosen by then. */
    private static final long PREPARED_NS = 2 * READY_NS;
    /** Whoever hears of the vote last should find the others in the election. */
    private static final long OWN_LATER_NS = TimeUnit.MILLISECONDS.toNanos(2);

    private final ClusterContext context;
    private final ConsensusModule.Context consensus;
    private final Predicate<Predicate<ConsensusModule.Context>> counters;
    private final LogService service;
    private final NanoClock clock;
    private final int members;
    private final MemberWays ways;
    private final ReadyNews ready;
    private final LaterTerm later = new LaterTerm();
    private final AtomicReference<HandOverOrder> order = new AtomicReference<>();
    private volatile long orderedNs;
    private HandOverOrder taken;
    /** To whom all is said that the taken order wants. */
    private boolean[] told = {};

    private long toldNs;

    /**
     * None has come.
     *
     * @param counters looks at those of the consensus module, while they are there; false when they are not
     */
    HandOverOrders(
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
        ready = new ReadyNews(context, errors);
    }

    /**
     * The log brings an order; the log's thread. One to lead is void in a replay: it was of another term, or an election is held.
     * Whoever catches up may prepare, and is ready when it follows.
     */
    void ordered(HandOverOrder brought) {
        if (counters.test(it -> term(it) == brought.term() && (brought.isPreparation() || isQuiet(it)))) {
            orderedNs = clock.nanoTime();
            appoint(brought);
            order.set(brought);
        }
    }

    private void appoint(HandOverOrder brought) {
        if (!brought.isPreparation()) {
            consensus.appointedLeaderId(brought.member());
        }
    }

    /** Whether no election is held, and the term is such a one. */
    boolean isQuietIn(LongPredicate term) {
        return counters.test(it -> isQuiet(it) && term.test(term(it)));
    }

    /** Which member leads; -1 while an election is held, and where this node has led last and does so no longer. Any thread. */
    int leader() {
        int last = service.leader;
        return isQuietIn(any -> true) && (service.leads || last != context.node) ? last : -1;
    }

    /** Whether no election is held. */
    static boolean isQuiet(ConsensusModule.Context counted) {
        return ElectionState.get(counted.electionStateCounter()) == ElectionState.CLOSED;
    }

    static long term(ConsensusModule.Context counted) {
        return counted.leadershipTermIdCounter().get();
    }

    /** So long an order to lead is good, and what is offered is held for it. */
    long heldNs() {
        return 2 * context.heartbeatNs();
    }

    /** What was said before to this leader counts no more. Ingress' thread. */
    void begin() {
        ready.forget();
    }

    /** Whether a member has said that it follows in this term and could lead. Ingress' thread. */
    boolean isReady(int member, long term) {
        return ready.isReady(member, term);
    }

    /** Whether a member's consensus module is reached. Ingress' thread. */
    boolean isOpen(int member) {
        ExclusivePublication way = ways.to(member);
        return way != null && way.isConnected();
    }

    /** Does what the newest order wants, and hears who is ready. Ingress' thread. */
    int turn(Aeron aeron) {
        ready.listen(aeron);
        HandOverOrder newest = order.get();
        return newest == null ? 0 : follow(aeron, newest);
    }

    /** What the newest order wants of this node, until it is over. */
    private int follow(Aeron aeron, HandOverOrder newest) {
        long sinceNs = clock.nanoTime() - orderedNs;
        if (newest != taken) {
            taken = newest;
            appoint(newest); // the one before may have been forgotten a moment too late
            told = new boolean[members];
            toldNs = 0;
            open(aeron);
        }
        boolean isMine = newest.member() == context.node;
        if (isMine) {
            tell(newest.term());
        } else if (newest.isPreparation() && service.leader != context.node) {
            sayReady(aeron, newest.term(), sinceNs);
        }
        boolean isOver = sinceNs > (newest.isPreparation() ? PREPARED_NS : heldNs());
        boolean isElected = isQuietIn(elected -> elected > newest.term());
        if (isOver || isElected) {
            forget(newest);
        }
        return isMine ? 1 : 0;
    }

    /** Once it follows and its ways are open; a member that is gone is waited for no longer than a moment. */
    private void sayReady(Aeron aeron, long term, long sinceNs) {
        int leader = service.leader;
        boolean isToldOf = leader < 0 || told[leader] || !isQuietIn(followed -> followed == term);
        boolean areOpen = !isToldOf
                && (sinceNs > WAYS_NS
                        ? isOpen(leader) && isOpen(context.node)
                        : IntStream.range(0, members).allMatch(this::isOpen));
        if (areOpen) {
            told[leader] = ready.say(aeron, leader, term);
        }
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

    private boolean isTold(int member, long term) {
        ExclusivePublication way = ways.to(member);
        return way != null && later.isToldOfVote(way, member, term + 1);
    }

    /** Unless another has come meanwhile. */
    private void forget(HandOverOrder old) {
        if (order.compareAndSet(old, null)) {
            taken = null;
            consensus.appointedLeaderId(Aeron.NULL_VALUE);
            ways.close();
            ready.hush();
        }
    }

    @Override
    public void close() {
        ways.close();
        ready.close();
    }
}
