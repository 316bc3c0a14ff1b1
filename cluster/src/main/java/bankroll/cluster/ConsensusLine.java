package bankroll.cluster;

import io.aeron.Aeron;
import io.aeron.FragmentAssembler;
import io.aeron.Publication;
import io.aeron.Subscription;
import io.aeron.cluster.ConsensusModule;
import io.aeron.cluster.codecs.JoinLogDecoder;
import io.aeron.cluster.codecs.MessageHeaderDecoder;
import io.aeron.cluster.codecs.MessageHeaderEncoder;
import io.aeron.cluster.codecs.RequestServiceAckDecoder;
import io.aeron.cluster.codecs.ServiceAckEncoder;
import io.aeron.cluster.codecs.ServiceTerminationPositionDecoder;
import io.aeron.cluster.service.Cluster;
import io.aeron.cluster.service.ClusterCounters;
import io.aeron.cluster.service.ClusteredServiceContainer;
import io.aeron.cluster.service.RecoveryState;
import io.aeron.logbuffer.BufferClaim;
import io.aeron.logbuffer.FragmentHandler;
import io.aeron.logbuffer.Header;
import io.aeron.status.ReadableCounter;
import java.util.OptionalLong;
import java.util.function.IntSupplier;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.AgentTerminationException;
import org.agrona.concurrent.status.CountersReader;

/**
 * What the consensus module tells its only service, and is told: that side of Aeron 1.51's protocol, but for sessions and timers,
 * which this one has none of. One thread, the log's.
 */
final class ConsensusLine {
    /** Aeron's number of the only service. */
    private static final int SERVICE = 0;

    private final ConsensusModule.Context module;
    private final Aeron aeron;
    private final Runnable nap;
    private final FragmentHandler orders = new FragmentAssembler(this::onOrder);
    private final MessageHeaderDecoder head = new MessageHeaderDecoder();
    private final Subscription ordered;
    private final Publication answers;
    private long answered;
    private volatile ReadableCounter committed;
    private volatile boolean isModuleGone;
    /** The log to be read next, or null. */
    Join next;
    /** Where the consensus module wants to hear that the log was read up to; {@link Aeron#NULL_VALUE} for nowhere. */
    private long awaited = Aeron.NULL_VALUE;

    /** A log, and from where on it is to be read. */
    record Join(long position, int session, int stream, boolean leads, String channel) {
        private static Join of(JoinLogDecoder order) {
            return new Join(
                    order.logPosition(),
                    order.logSessionId(),
                    order.logStreamId(),
                    Cluster.Role.get(order.role()) == Cluster.Role.LEADER,
                    order.logChannel());
        }
    }

    /**
     * Where the node goes on.
     *
     * @param position of the log
     * @param term of the mark that stands there
     * @param mark the archive's number of the service's part of that mark; none where the log begins
     */
    record Recovery(long position, long term, OptionalLong mark) {}

    /** Opens it; {@code nap} is what the thread does between two looks, and throws when it is to end. */
    ConsensusLine(ConsensusModule.Context module, Aeron aeron, Runnable nap) {
        this.module = module;
        this.aeron = aeron;
        this.nap = nap;
        aeron.addUnavailableCounterHandler((counters, registration, counter) -> {
            isModuleGone |= committed != null && committed.registrationId() == registration;
        });
        answers = aeron.addPublication(module.controlChannel(), module.consensusModuleStreamId());
        ordered = aeron.addSubscription(module.controlChannel(), module.serviceStreamId());
    }

    /** Waits until the consensus module says where the node goes on. */
    Recovery awaitRecovery() {
        CountersReader counters = aeron.countersReader();
        int commit = await(() -> ClusterCounters.find(
                counters, ClusteredServiceContainer.Configuration.COMMIT_POSITION_TYPE_ID, module.clusterId()));
        committed = new ReadableCounter(counters, counters.getCounterRegistrationId(commit), commit);
        int recovery = await(() -> RecoveryState.findCounterId(counters, module.clusterId()));
        long position = RecoveryState.getLogPosition(counters, recovery);
        long term = RecoveryState.getLeadershipTermId(counters, recovery);
        OptionalLong mark = term == Aeron.NULL_VALUE
                ? OptionalLong.empty()
                : OptionalLong.of(RecoveryState.getSnapshotRecordingId(counters, recovery, SERVICE));
        return new Recovery(position, term, mark);
    }

    private int await(IntSupplier counter) {
        int found = counter.getAsInt();
        while (found == CountersReader.NULL_COUNTER_ID) {
            nap.run();
            found = counter.getAsInt();
        }
        return found;
    }

    /** Hears the next order, and answers where the log was read as far as is wanted. */
    int turn(long position) {
        int work = ordered.poll(orders, 1);
        if (awaited != Aeron.NULL_VALUE && position >= awaited) {
            awaited = Aeron.NULL_VALUE;
            reached(position);
        }
        return work;
    }

    private void onOrder(DirectBuffer buffer, int offset, int length, Header header) {
        head.wrap(buffer, offset);
        int body = offset + MessageHeaderDecoder.ENCODED_LENGTH;
        switch (head.templateId()) {
            case JoinLogDecoder.TEMPLATE_ID ->
                next = Join.of(new JoinLogDecoder().wrap(buffer, body, head.blockLength(), head.version()));
            case RequestServiceAckDecoder.TEMPLATE_ID ->
                awaited = new RequestServiceAckDecoder()
                        .wrap(buffer, body, head.blockLength(), head.version())
                        .logPosition();
            case ServiceTerminationPositionDecoder.TEMPLATE_ID ->
                throw new AgentTerminationException("the consensus module has ended");
            default -> {
                // a service gets no others
            }
        }
    }

    /** Up to which byte most nodes have the log. */
    long committed() {
        return committed.get();
    }

    /** Whether the module has ended: its counters' memory is soon another's. */
    boolean isModuleGone() {
        return isModuleGone;
    }

    /** The service goes on from this position: its first word, with which the module begins to watch its client's life. */
    void begins(long position) {
        answer(position, aeron.clientId(), 0);
    }

    /** The log was read up to this position, where the next one is joined or the module has asked. */
    void reached(long position) {
        answer(position, Aeron.NULL_VALUE, 0);
    }

    /** The service's part of a mark is kept: the module waits for it, with its own part to come. */
    void marked(MarkSnapshot mark, long recording) {
        answer(mark.position(), recording, mark.timeMs());
    }

    private void answer(long position, long relevant, long timeMs) {
        BufferClaim claim = new BufferClaim();
        int bytes = MessageHeaderEncoder.ENCODED_LENGTH + ServiceAckEncoder.BLOCK_LENGTH;
        while (answers.tryClaim(bytes, claim) < 0) {
            nap.run();
        }
        new ServiceAckEncoder()
                .wrapAndApplyHeader(claim.buffer(), claim.offset(), new MessageHeaderEncoder())
                .logPosition(position)
                .timestamp(timeMs)
                .ackId(answered++)
                .relevantId(relevant)
                .serviceId(SERVICE);
        claim.commit();
    }
}
