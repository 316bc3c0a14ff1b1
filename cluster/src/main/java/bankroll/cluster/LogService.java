package bankroll.cluster;

import bankroll.cluster.Envelope.HandOverOrder;
import bankroll.engine.CommandLog;
import bankroll.engine.LogMark;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import org.agrona.DirectBuffer;

/**
 * Gives the engine what is on most nodes, as {@link LogReader} reads it. A mark keeps where the journal stands and who leads: the
 * state itself is in the node's journal and snapshots. One thread, the log's; what it shows of itself is for any thread to read.
 * Whatever it throws ends the node.
 */
final class LogService {
    /** A mark waits for what was not forced since; the disk is given little at a time. */
    private static final long FORCE_NS = TimeUnit.SECONDS.toNanos(1);

    private final CommandLog.Member member;
    private final LogMark began;
    private final Runnable roleChanged;
    private final Confirmations confirmations;
    private final LongPredicate leadsIn;
    private final LogMessages messages;
    /** How long the others may have to wait for this node's disk. */
    final DiskWait disk;

    private Runnable nap;
    private long forcedNs;
    /** The newest of which the engine has heard. */
    private volatile long term = CommandLog.NO_TERM;
    /** Whether Aeron says that this node leads. */
    volatile boolean leads;
    /** Who led last, as far as the log was read; -1 when that isn't known. */
    volatile int leader = MarkSnapshot.NOBODY;
    /** Whether a mark is being made here. */
    volatile boolean isMarking;
    /** How many orders to make one it has read. */
    volatile long markOrders;
    /** The mark that was kept or read last, or null. */
    volatile LogMark lastMark;
    /** Up to which byte of the log it has taken. */
    volatile long position;
    /** How many messages it has taken. */
    volatile long taken;

    /**
     * Prepares it.
     *
     * @param patienceNs so long a message may wait for this node's journal, or a mark for its disk: meanwhile all other nodes
     *     wait for this one, since Aeron sends at the pace of the slowest that is there
     * @param began where the node's log began
     * @param orders hears who is to lead, on the log's thread, also when an old log is read again
     * @param roleChanged told when this node begins to lead, and when it no longer does
     * @param confirmations without which a node that leads takes nothing, and so answers nobody
     * @param leadsIn whether this node leads in a term; the log's thread hears that last
     */
    LogService(
            CommandLog.Member member,
            long patienceNs,
            LogMark began,
            Consumer<HandOverOrder> orders,
            Runnable roleChanged,
            Confirmations confirmations,
            LongPredicate leadsIn) {
        this.member = member;
        this.began = began;
        // the others must not wait for ever: without this node they are enough
        this.disk = new DiskWait(patienceNs, this::nap, ", and the others wait for it: this node ends");
        this.messages = new LogMessages(member, began, orders, disk);
        this.roleChanged = roleChanged;
        this.confirmations = confirmations;
        this.leadsIn = leadsIn;
    }

    /**
     * Begins behind a mark, or where the log began.
     *
     * @param mark null for none
     * @param whileItWaits what the log's thread does between two looks at what it waits for
     */
    void begin(MarkSnapshot.Content mark, Runnable whileItWaits) {
        nap = whileItWaits;
        if (mark != null) {
            lastMark = mark.journal();
            leader = mark.leader();
        }
        member.begin(mark == null ? began : mark.journal());
    }

    /** Takes a message of the log, which ends at a position; tells whether it says that a mark is made here. */
    boolean take(long end, DirectBuffer buffer, int offset, int length) {
        if (leads) {
            awaitConfirmation(end);
        }
        boolean isMark = messages.take(buffer, offset, length);
        markOrders += isMark ? 1 : 0;
        return isMark;
    }

    /** What isn't confirmed can be lost: a leader that began to answer by it would have to take that back, and can't. */
    private void awaitConfirmation(long end) {
        while (!confirmations.cover(term, end)) {
            if (!leadsIn.test(term)) {
                throw NewBeginning.because(
                        "this node has lost the lead before another node confirmed the last messages of its log: it begins"
                                + " anew, without them if they are lost");
            }
            nap();
        }
    }

    private void nap() {
        nap.run();
    }

    /** A mark comes: whoever reads the log from it on has no parts of a message. */
    void forgetParts() {
        messages.forgetParts();
    }

    /** What a mark tells that stands here in the log, and is being made from now on. */
    MarkSnapshot.Content mark() {
        isMarking = true;
        return new MarkSnapshot.Content(member.mark(), leader);
    }

    /** Whether a mark may be kept: what is before it can't be lost any more, here or in the log. */
    boolean isSafe(MarkSnapshot mark) {
        return (!leads || confirmations.cover(term, mark.position()))
                && member.isForced(mark.content().journal());
    }

    /** A mark is kept, or never will be: then it is null. */
    void marked(LogMark mark) {
        isMarking = false;
        lastMark = mark == null ? lastMark : mark;
    }

    /** Whether Aeron says that this node leads in what is read from now on. */
    void lead(boolean isLeader) {
        if (isLeader == leads) {
            return;
        }
        leads = isLeader;
        if (!leads) {
            member.endLead();
        }
        roleChanged.run();
    }

    /** A term begins, in which a member leads. */
    void beginTerm(long newTerm, int leaderMember) {
        leader = leaderMember;
        messages.forgetParts();
        member.beginTerm(newTerm);
        term = newTerm;
    }

    /** One turn, also while it waits: the log was read up to a position. */
    void turn(long nowNs, long end) {
        position = end;
        taken = messages.given();
        member.turn();
        if (nowNs - forcedNs > FORCE_NS) {
            forcedNs = nowNs;
            member.isForced(member.mark());
        }
    }

    /** Nothing more is read. */
    void end() {
        leads = false;
    }

    /** Ends the node. */
    void fail(Throwable cause) {
        member.fail(cause);
    }

    /** Whether this node has read that a term begins there, and its journal is the leader's up to then (ADR 37). Any thread. */
    boolean hasBegun(long begin) {
        return position > begin && member.isProved();
    }

    /**
     * Whether a leader may have a mark made in its term: behind the term's first entry, or a node that begins at the mark has
     * nothing to prove its journal by (ADR 37). Any thread.
     */
    boolean mayMark(long leaders) {
        return term == leaders && member.isProved();
    }
}
