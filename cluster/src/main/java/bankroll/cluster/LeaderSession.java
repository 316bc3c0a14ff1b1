package bankroll.cluster;

import bankroll.engine.CommandLog;
import io.aeron.Aeron;
import io.aeron.DirectBufferVector;
import io.aeron.Publication;
import io.aeron.cluster.client.AeronCluster;
import io.aeron.cluster.client.EgressListener;
import io.aeron.exceptions.AeronException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.NoOpLock;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * This node's way into the log while it leads: a client of the consensus module in the same process. It connects when the
 * node begins to lead and closes when it no longer does. One thread at a time.
 */
final class LeaderSession implements AutoCloseable {
    private static final long CONNECT_NAP_NS = 50_000;
    private static final long KEEP_ALIVE_NS = TimeUnit.SECONDS.toNanos(1);
    private static final int LONGEST_FRAGMENT = 65_504;
    private static final EgressListener NOTHING_TO_HEAR = (session, timestamp, buffer, offset, length, header) -> {};

    private final ClusterContext context;
    private final SharedSecret proof;
    private final ErrorHandler errors;
    /** The client that belongs to the same thread. */
    final Aeron aeron;
    /** What stands before the next message. */
    final UnsafeBuffer envelope = new UnsafeBuffer(new byte[Envelope.PART_BYTES]);

    private final DirectBufferVector[] pieces = {
        new DirectBufferVector(), new DirectBufferVector(), new DirectBufferVector()
    };
    private AeronCluster.AsyncConnect connecting;
    private AeronCluster client;
    private long keptAliveNs;
    private long usedTerm = CommandLog.NO_TERM;

    /**
     * Not connected yet.
     *
     * @param proof that it is the node's own
     */
    LeaderSession(ClusterContext context, SharedSecret proof, ErrorHandler errors) {
        this.context = context;
        this.proof = proof;
        this.errors = errors;
        aeron = Aeron.connect(context.driverClient(errors)
                .useConductorAgentInvoker(true)
                .clientLock(NoOpLock.INSTANCE)
                .clientName("log-ingress"));
    }

    /** Connects or closes, and keeps the session alive. */
    int turn(boolean leads) {
        int work = aeron.conductorAgentInvoker().invoke();
        requireClient();
        if (!leads) {
            disconnect();
            return work;
        }
        return work + (client == null ? connect() : look());
    }

    /** The invoker only tells of a client that was given up; with none this node would be elected, and never answer. */
    private void requireClient() {
        if (aeron.isClosed()) {
            throw new IllegalStateException(
                    "Aeron has given up the way into the log: its thread stood still for too long");
        }
    }

    private int connect() {
        try {
            if (connecting == null) {
                ArchiveTail.keepTermBytes(context);
                connecting = AeronCluster.asyncConnect(options());
            }
            client = connecting.poll();
            if (client != null) {
                connecting = null;
                keptAliveNs = System.nanoTime();
                requireNewTerm();
            }
        } catch (AeronException refused) {
            errors.onError(refused);
            disconnect();
        }
        LockSupport.parkNanos(CONNECT_NAP_NS);
        return 1;
    }

    private AeronCluster.Context options() {
        return new AeronCluster.Context()
                .aeron(aeron)
                .ownsAeronClient(false)
                .ingressChannel("aeron:ipc?mtu=" + LONGEST_FRAGMENT + "|term-length=" + context.termBytes)
                .egressChannel("aeron:ipc?term-length=64k|alias=log-egress")
                .isIngressExclusive(true)
                .credentialsSupplier(proof)
                .egressListener(NOTHING_TO_HEAR)
                .errorHandler(errors)
                .clientName("log-ingress");
    }

    /** What an earlier session offered in the same term could still come, behind what this one offers. */
    private void requireNewTerm() {
        if (client.leadershipTermId() == usedTerm) {
            throw new IllegalStateException("the session with the own consensus module was lost in term " + usedTerm);
        }
    }

    private int look() {
        int work = client.pollEgress();
        if (client.isClosed()) {
            client = null;
            return 1;
        }
        long nowNs = System.nanoTime();
        if (nowNs - keptAliveNs > KEEP_ALIVE_NS && term() != CommandLog.NO_TERM) {
            keptAliveNs = nowNs;
            client.sendKeepAlive();
        }
        return work;
    }

    /** The term in which messages can be offered, or {@link CommandLog#NO_TERM}. */
    long term() {
        boolean isOpen = client != null && client.ingressPublication().isConnected();
        return isOpen ? client.leadershipTermId() : CommandLog.NO_TERM;
    }

    /** Offers a message behind what stands in {@link #envelope}, which takes so many bytes. */
    boolean offer(int envelopeBytes, DirectBuffer message, int offset, int length) {
        if (client == null) {
            return false;
        }
        usedTerm = client.leadershipTermId();
        pieces[1].reset(envelope, 0, envelopeBytes);
        pieces[2].reset(message, offset, length);
        long position = client.offer(pieces);
        if (position == Publication.MAX_POSITION_EXCEEDED) {
            throw new IllegalStateException("the way into the log has come to its last position");
        }
        return position > 0;
    }

    private void disconnect() {
        CloseHelper.close(errors, connecting);
        connecting = null;
        CloseHelper.close(errors, client);
        client = null;
    }

    @Override
    public void close() {
        disconnect();
        CloseHelper.close(errors, aeron);
    }
}
