package bankroll.cluster;

import bankroll.cluster.Envelope.HandOverOrder;
import bankroll.engine.CommandLog;
import bankroll.engine.LogMark;
import io.aeron.ExclusivePublication;
import io.aeron.Image;
import io.aeron.cluster.client.ClusterException;
import io.aeron.cluster.codecs.CloseReason;
import io.aeron.cluster.service.ClientSession;
import io.aeron.cluster.service.Cluster;
import io.aeron.cluster.service.ClusteredService;
import io.aeron.logbuffer.Header;
import java.nio.ByteOrder;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.AgentTerminationException;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Gives the engine what is on most nodes. Aeron's snapshot of it is a {@link LogMark} and who led then: the state itself is
 * in the node's journal and snapshots. One thread, the log's; what it shows of itself is for any thread to read.
 */
final class LogService implements ClusteredService {
    /** A mark waits for what was not forced since; the disk is given little at a time. */
    private static final long FORCE_NS = TimeUnit.SECONDS.toNanos(1);

    private static final int NOBODY = -1;

    /** The mark, and who led: the term that a node continues may have begun before it. Earlier builds wrote the mark alone. */
    private static final int SNAPSHOT_BYTES = LogMark.BYTES + Integer.BYTES;

    private final CommandLog.Member member;
    private final LogMark began;
    private final Runnable roleChanged;
    private final Confirmations confirmations;
    private final LongPredicate leadsIn;
    private final LogMessages messages;
    private Cluster cluster;
    private long forcedNs;
    /** The newest of which the engine has heard. */
    private volatile long term = CommandLog.NO_TERM;
    /** Whether Aeron says that this node leads. */
    volatile boolean leads;
    /** Who led last, as far as the log was read; -1 when that isn't known. */
    volatile int leader = NOBODY;
    /** The mark that was written or read last, or null. */
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
        DiskWait disk = new DiskWait(patienceNs, this::idle, ", and the others wait for it: this node ends");
        this.messages = new LogMessages(member, began, orders, disk);
        this.roleChanged = roleChanged;
        this.confirmations = confirmations;
        this.leadsIn = leadsIn;
    }

    @Override
    public void onStart(Cluster started, Image snapshot) {
        cluster = started;
        guarded(() -> {
            lastMark = snapshot == null ? null : read(snapshot);
            member.begin(snapshot == null ? began : lastMark);
        });
    }

    @Override
    public void onSessionMessage(
            ClientSession session, long timestamp, DirectBuffer buffer, int offset, int length, Header header) {
        try {
            if (leads) {
                awaitConfirmation(header.position());
            }
            messages.take(buffer, offset, length);
        } catch (RuntimeException | Error e) {
            throw ended(e);
        }
    }

    /** What isn't confirmed can be lost: a leader that began to answer by it would have to take that back, and can't. */
    private void awaitConfirmation(long position) {
        while (!confirmations.cover(term, position)) {
            if (!leadsIn.test(term)) {
                throw NewBeginning.because(
                        "this node has lost the lead before another node confirmed the last messages of its log: it begins"
                                + " anew, without them if they are lost");
            }
            idle();
        }
    }

    private void idle() {
        cluster.idleStrategy().idle();
    }

    @Override
    public void onTakeSnapshot(ExclusivePublication publication) {
        guarded(() -> {
            if (leads) {
                awaitConfirmation(cluster.logPosition());
            }
            messages.forgetParts();
            LogMark mark = messages.forcedMark();
            write(publication, mark);
            lastMark = mark;
        });
    }

    private void write(ExclusivePublication publication, LogMark mark) {
        UnsafeBuffer bytes = new UnsafeBuffer(new byte[SNAPSHOT_BYTES]);
        mark.put(bytes, 0);
        bytes.putInt(LogMark.BYTES, leader, ByteOrder.LITTLE_ENDIAN);
        while (publication.offer(bytes, 0, SNAPSHOT_BYTES) < 0) {
            if (publication.isClosed()) {
                throw new ClusterException("the archive does not take the mark");
            }
            idle();
        }
    }

    private LogMark read(Image snapshot) {
        LogMark[] found = new LogMark[1];
        while (found[0] == null) {
            int fragments = snapshot.poll(
                    (buffer, offset, length, header) -> {
                        found[0] = LogMark.get(buffer, offset);
                        leader = length < SNAPSHOT_BYTES
                                ? NOBODY
                                : buffer.getInt(offset + LogMark.BYTES, ByteOrder.LITTLE_ENDIAN);
                    },
                    1);
            if (fragments == 0 && (snapshot.isClosed() || snapshot.isEndOfStream())) {
                throw new ClusterException("the archive's mark can't be read");
            }
            cluster.idleStrategy().idle(fragments);
        }
        return found[0];
    }

    /** Whether a message of Aeron's snapshot is the mark: Aeron's own have other lengths. */
    static boolean isMark(int length) {
        return length == SNAPSHOT_BYTES || length == LogMark.BYTES;
    }

    @Override
    public void onRoleChange(Cluster.Role role) {
        leads = role == Cluster.Role.LEADER;
        if (!leads) {
            guarded(member::endLead);
        }
        roleChanged.run();
    }

    @Override
    public void onNewLeadershipTermEvent(
            long leadershipTermId,
            long logPosition,
            long timestamp,
            long termBaseLogPosition,
            int leaderMemberId,
            int logSessionId,
            TimeUnit timeUnit,
            int appVersion) {
        leader = leaderMemberId;
        messages.forgetParts();
        guarded(() -> member.beginTerm(leadershipTermId));
        term = leadershipTermId;
    }

    @Override
    public int doBackgroundWork(long nowNs) {
        position = cluster.logPosition();
        taken = messages.given();
        try {
            member.turn();
            if (nowNs - forcedNs > FORCE_NS) {
                forcedNs = nowNs;
                member.isForced(member.mark());
            }
            return 0;
        } catch (RuntimeException | Error e) {
            throw ended(e);
        }
    }

    /** Whether this node has read that a term begins there, and its journal is the leader's up to then (ADR 37). Any thread. */
    boolean hasBegun(long begin) {
        return position > begin && member.isProved();
    }

    /**
     * Whether a leader may have a mark made in its term: behind the term's first entry, or a node that begins at the mark has
     * nothing to prove its journal by (ADR 37), and not between the parts of a long message, which all nodes would forget. The
     * ingress' thread.
     */
    boolean mayMark(long leaders, PartedMessage.Offer parts) {
        return term == leaders && member.isProved() && !parts.isBeforeMark(leaders, partedEnds());
    }

    /** How many messages that come in parts have come to their end here. Any thread. */
    long partedEnds() {
        return messages.partedEnds;
    }

    @Override
    public void onTerminate(Cluster ended) {
        leads = false;
    }

    @Override
    public void onSessionOpen(ClientSession session, long timestamp) {
        // who offers is in the message
    }

    @Override
    public void onSessionClose(ClientSession session, long timestamp, CloseReason closeReason) {
        // what was offered and not taken is refused by the next message or term
    }

    @Override
    public void onTimerEvent(long correlationId, long timestamp) {
        // none is ever set
    }

    /** Whatever the engine throws ends the process; that Aeron ends this thread is no failure. */
    private void guarded(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException | Error e) {
            throw ended(e);
        }
    }

    private AgentTerminationException ended(Throwable cause) {
        if (cause instanceof AgentTerminationException closing) {
            return closing;
        }
        member.fail(cause);
        return new AgentTerminationException(cause);
    }
}
