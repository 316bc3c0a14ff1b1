package bankroll.cluster;

import bankroll.cluster.ClusterStatus.Standing;
import bankroll.cluster.Envelope.HandOverOrder;
import bankroll.cluster.Envelope.MarkOrder;
import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.condition.LogId;
import bankroll.engine.CommandLog;
import bankroll.engine.LogMark;
import io.aeron.archive.client.AeronArchive;
import io.aeron.cluster.client.ClusterEvent;
import io.aeron.exceptions.AeronException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.SystemNanoClock;
import org.agrona.concurrent.UnsafeBuffer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The engine's log on Aeron Cluster, and this process' place in it as an operator sees it: it is one of the members. */
public final class AeronLog implements CommandLog {
    private static final Logger LOG = LoggerFactory.getLogger(AeronLog.class);

    /** A node that makes the others wait for so long ends (ADR 27), or for so many heartbeats where those are longer. */
    private static final long LONGEST_WAIT_NS = TimeUnit.SECONDS.toNanos(5);

    static final int LONGEST_WAIT_BEATS = 10;

    private final ClusterContext context;
    private final SharedSecret sessions = SharedSecret.drawn();
    private final ClusterNode node;
    private final Formation formation;
    /** Nothing is closed while it is being started. */
    private final Object joining = new Object();

    private final MarkOrders marks;
    private final LeaderNews news;
    private final Standstill standstill = new Standstill();
    private final HeardFaults faults = new HeardFaults();
    private final PartedMessage.Offer parts = new PartedMessage.Offer();
    private final UnsafeBuffer orderBytes = new UnsafeBuffer(new byte[HandOverOrder.BYTES]);
    private Member member;
    private LogMark began;
    private LeaderSession session;
    private volatile LogService service;
    private volatile HandOverOrders orders;
    private volatile HandOver handOver;
    private volatile LogRetention retention;
    private volatile Thread ingress;
    private volatile boolean isLeaving;
    private volatile Throwable lastFault;
    /** What Aeron said last and usually goes on behind; now and then it doesn't. */
    private volatile Throwable lastUsual;

    /** One member; its options are concluded here. */
    public AeronLog(ClusterContext context) {
        this.context = context.conclude();
        this.node = new ClusterNode(context, sessions, this::hear, this::ended);
        this.formation = new Formation(context, this::archive, node::archiveOf);
        this.marks = new MarkOrders(new MarkSchedule(context.markEveryNs(), System.nanoTime()), this::offerMark);
        this.news = new LeaderNews(context, this::hear);
    }

    @Override
    public void join(Member joined) {
        context.requireNotLeft();
        context.own().requireFree();
        context.requireKeptSize();
        synchronized (this) {
            member = joined;
            began = LogMark.began(context.directory(), joined.recovered());
        }
        synchronized (joining) {
            try {
                begin(joined);
            } catch (RuntimeException | Error e) {
                leave();
                throw e;
            }
        }
    }

    private void begin(Member joined) {
        long patienceNs = Math.max(LONGEST_WAIT_NS, LONGEST_WAIT_BEATS * context.heartbeatNs());
        LogService started =
                new LogService(joined, patienceNs, began, this::ordered, this::wake, node.confirmations, node::leadsIn);
        node.guard.read(started::hasBegun);
        if (!node.start(started, formation::await)) {
            node.close();
            return;
        }
        orders = new HandOverOrders(
                context,
                node.consensus(),
                look -> node.look(look::test, false),
                started,
                this::hear,
                SystemNanoClock.INSTANCE);
        handOver = new HandOver(context, orders, started, SystemNanoClock.INSTANCE);
        retention = new LogRetention(
                        context,
                        this::isElected,
                        this::archive,
                        node::archiveOf,
                        this::hear,
                        joined::fail,
                        SystemNanoClock.INSTANCE)
                .begin();
        service = started;
    }

    private AeronArchive archive() {
        return node.archive((session, correlation, recording, subscription, position, signal) -> {});
    }

    /**
     * Whether this node's journal is to be made from its log, or from one that begins: it has no mark yet, and began without a
     * ledger. Looks at its files, while no node runs on them.
     */
    public static boolean isForming(ClusterContext context) {
        return Formation.isUnderWay(context);
    }

    /** For which other nodes a new log waits before it begins, in words; empty when it doesn't. Any thread. */
    public String waitsFor() {
        return formation.waitsFor();
    }

    /** The log's thread. */
    private void ordered(HandOverOrder order) {
        HandOverOrders joined = orders;
        if (joined != null) {
            joined.ordered(order);
            wake();
        }
    }

    /** The ingress has something to do, and may be asleep. */
    private void wake() {
        LockSupport.unpark(ingress);
    }

    @Override
    public synchronized int turn() {
        LogService joined = service;
        if (joined == null || isLeaving) {
            return 0;
        }
        if (session == null) {
            session = new LeaderSession(context, sessions, this::hear);
            ingress = Thread.currentThread();
        }
        marks.askInTime(joined, System.nanoTime());
        marks.turn(joined, session.term());
        int work = session.turn(joined.leads && isElected());
        work += news.turn(session.aeron, term(), joined.leader, member);
        Standstill.Wait wait = node.look(Standstill.Wait::of, Standstill.Wait.NONE);
        standstill.end(wait, news.hearsLeader(), System.nanoTime()).ifPresent(member::fail);
        return work + handOver.turn(session.aeron, term(), this::offer);
    }

    /** Says in the log who is to lead. */
    private boolean offer(HandOverOrder order) {
        order.put(orderBytes);
        return offerOrder();
    }

    /** Says in the log that a mark is made: not between the parts of a long message, which all nodes forget there. */
    private boolean offerMark() {
        if (handOver.isHeld() || parts.isUnderWay(session.term())) {
            return false;
        }
        MarkOrder.put(orderBytes);
        return offerOrder();
    }

    private boolean offerOrder() {
        Envelope.put(session.envelope, Envelope.ORDER, began, member.clock().getAsLong());
        return session.offer(Envelope.BYTES, orderBytes, 0, HandOverOrder.BYTES);
    }

    @Override
    public synchronized long term() {
        long now = session == null || !service.leads ? NO_TERM : session.term();
        if (now == NO_TERM) {
            parts.left();
        }
        return now;
    }

    @Override
    public synchronized boolean offer(DirectBuffer message, int offset, int length) {
        if (session == null || handOver.isHeld()) {
            return false;
        }
        long timeMs = member.clock().getAsLong();
        int most = context.mostOfferBytes();
        if (length > most) {
            long now = session.term();
            marks.turn(service, now);
            return parts.offer(now, length, most, (begin, bytes) -> {
                Envelope.putPart(session.envelope, began, timeMs, length, begin);
                return session.offer(Envelope.PART_BYTES, message, offset + begin, bytes);
            });
        }
        Envelope.put(session.envelope, Envelope.MESSAGE, began, timeMs);
        return session.offer(Envelope.BYTES, message, offset, length);
    }

    @Override
    public int mostBytes() {
        return Envelope.MOST_BYTES;
    }

    @Override
    public String leader() {
        int leads = leaderNode();
        return leads == context.node ? "" : context.nameOf(leads);
    }

    /** Whether no election is under way. A leader that has lost the others hears last that it leads no longer. */
    private boolean isElected() {
        return node.look(HandOverOrders::isQuiet, false);
    }

    @Override
    public double phase() {
        return (double) context.node / context.members.size();
    }

    @Override
    public void passOn() {
        handOver.begin();
    }

    /** Which member leads, or -1. */
    private int leaderNode() {
        return service == null || isLeaving ? -1 : orders.leader();
    }

    /** How it stands. Any thread. */
    public ClusterStatus status() {
        LogService joined = service;
        Standing at = joined == null || isLeaving ? Standing.NONE : node.look(Standing::of, Standing.NONE);
        LogMark mark = joined == null ? null : joined.lastMark;
        int leader = leaderNode();
        long sequence = joined == null ? 0 : member.sequence();
        return new ClusterStatus(
                context.node,
                context.members.size(),
                at.role(),
                at.term(),
                context.nameOf(leader),
                leader,
                at.election(),
                at.elections(),
                at.committed(),
                joined == null ? 0 : joined.position,
                sequence,
                leader == context.node ? sequence : news.entryOf(leader, at.term()),
                mark == null ? 0 : mark.sequence(),
                retention == null ? 0 : retention.start,
                retention == null ? 0 : retention.bytes);
    }

    /**
     * Asks for a mark on every node, from which on a start reads the log. Any thread.
     *
     * @return false when this node doesn't lead, or one is being made already
     */
    public boolean mark() {
        LogService joined = service;
        if (joined == null || !marks.ask(joined)) {
            return false;
        }
        wake();
        return true;
    }

    /** The newest mark that this node has, for another one to begin with; reads a file. Any thread. */
    public Optional<SeedMark> newestMark() {
        return RecordedMarks.read(context.consensusDirectory()).newest();
    }

    /** Where this node's journal stood when its log began. Any thread. */
    public synchronized LogMark began() {
        return began;
    }

    /**
     * Has another node lead, and waits until it does: what was asked before is answered, what comes meanwhile is refused as
     * by any node that doesn't lead. Any thread.
     *
     * @param node which of the members; empty: any that is reached
     * @return why this node still leads, or nobody; empty when another one leads now
     */
    public Optional<String> handOver(OptionalInt node) throws InterruptedException {
        HandOver joined = handOver;
        return joined == null ? Optional.of("this node is starting") : joined.ask(node);
    }

    /**
     * Has any other node lead, if this one does and another can, before it ends. Others may end at the same time: it is waited for
     * none that wasn't told to lead. Any thread.
     *
     * @return why nobody has taken the lead
     */
    public Optional<String> handOverToEnd() throws InterruptedException {
        HandOver joined = handOver;
        return joined == null ? Optional.empty() : joined.askToEnd();
    }

    @Override
    public void leave() {
        synchronized (this) {
            isLeaving = true;
            CloseHelper.closeAll(this::hear, handOver, news);
            if (session != null) {
                session.close();
                session = null;
            }
        }
        formation.end();
        synchronized (joining) {
            CloseHelper.close(this::hear, retention);
            node.close();
        }
    }

    /** One of Aeron's threads ended, and nobody asked for it. */
    private void ended() {
        if (!isLeaving) {
            member.fail(whyEnded());
        }
    }

    private RuntimeException whyEnded() {
        ConditionException broken = node.guard.broken();
        if (broken != null) {
            return broken;
        }
        String what = "Aeron has ended this node's part of the log";
        return node.lacksRoom()
                ? new ConditionException(
                        ExitCode.IO,
                        what + ": the disk of " + context.directory() + " is full",
                        "make room and start the node again",
                        lastFault)
                : new IllegalStateException(what, lastFault == null ? lastUsual : lastFault);
    }

    /** Elections and silent nodes make Aeron speak; it goes on by itself. */
    private void hear(Throwable what) {
        boolean isUsual = what instanceof ClusterEvent
                || what instanceof AeronException told && told.category() == AeronException.Category.WARN;
        if (isUsual || isLeaving) {
            LOG.info("The log of the cluster: {}", String.valueOf(what.getMessage()));
            lastUsual = what;
            return;
        }
        lastFault = what;
        if (faults.isNews(what, System.nanoTime())) {
            LOG.warn(LogId.CLUSTER_FAULT.marker(), "The log of the cluster met with an error, and goes on.", what);
        }
    }

    /**
     * What has been told of Aeron's faults: what is tried again and again fails again and again, up to some forty times a
     * second. Any thread.
     */
    static final class HeardFaults {
        private static final long AGAIN_NS = TimeUnit.SECONDS.toNanos(10);
        private static final int MOST = 100;

        private final Map<String, Long> toldNs = new HashMap<>();

        /** Whether it is to be told, at a time of {@link System#nanoTime}: the same, but for its numbers, once in ten seconds. */
        synchronized boolean isNews(Throwable fault, long nowNs) {
            String text = fault.getClass().getName()
                    + String.valueOf(fault.getMessage()).replaceAll("\\d+", "#");
            Long told = toldNs.get(text);
            if (told != null && nowNs - told < AGAIN_NS) {
                return false;
            }
            if (toldNs.size() == MOST) {
                toldNs.clear();
            }
            toldNs.put(text, nowNs);
            return true;
        }
    }
}
