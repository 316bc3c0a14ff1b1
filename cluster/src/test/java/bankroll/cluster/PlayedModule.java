package bankroll.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.engine.LogMark;
import bankroll.testkit.Eventually;
import io.aeron.Aeron;
import io.aeron.ChannelUriStringBuilder;
import io.aeron.CommonContext;
import io.aeron.Counter;
import io.aeron.ExclusivePublication;
import io.aeron.Publication;
import io.aeron.Subscription;
import io.aeron.cluster.ConsensusModule;
import io.aeron.cluster.RecordingLog;
import io.aeron.cluster.client.AeronCluster;
import io.aeron.cluster.codecs.BooleanType;
import io.aeron.cluster.codecs.ClusterAction;
import io.aeron.cluster.codecs.ClusterActionRequestEncoder;
import io.aeron.cluster.codecs.ClusterTimeUnit;
import io.aeron.cluster.codecs.JoinLogEncoder;
import io.aeron.cluster.codecs.MessageHeaderDecoder;
import io.aeron.cluster.codecs.MessageHeaderEncoder;
import io.aeron.cluster.codecs.NewLeadershipTermEventEncoder;
import io.aeron.cluster.codecs.RequestServiceAckEncoder;
import io.aeron.cluster.codecs.ServiceAckDecoder;
import io.aeron.cluster.codecs.ServiceTerminationPositionEncoder;
import io.aeron.cluster.codecs.SessionMessageHeaderEncoder;
import io.aeron.cluster.service.Cluster;
import io.aeron.cluster.service.ClusterCounters;
import io.aeron.cluster.service.ClusteredServiceContainer;
import io.aeron.cluster.service.RecoveryState;
import io.aeron.logbuffer.FrameDescriptor;
import io.aeron.protocol.DataHeaderFlyweight;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.agrona.BitUtil;
import org.agrona.CloseHelper;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.CountersReader;

/** A consensus module, as who reads the log meets it: what it orders, the log that it shows, and what it is answered. */
final class PlayedModule implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofSeconds(30);
    static final long TERM = 3;
    static final long TIME_MS = 1_234;

    static final int DATAGRAM = 1_408;
    static final int STREAM = 77;

    private static final int TERM_BYTES = 64 << 10;
    private static final int SESSION = 1;

    final ConsensusModule.Context options = new ConsensusModule.Context();
    private final Aeron aeron;
    private final Counter committed;
    private final Counter recovery;
    private final Publication orders;
    private final Subscription answers;
    private final List<Answer> heard = new ArrayList<>();
    private final List<ExclusivePublication> logs = new ArrayList<>();

    /** What it is told. */
    record Answer(long number, long position, long relevant, long timeMs) {}

    /** One that goes on behind a mark, or at the log's begin. */
    PlayedModule(Running node, Path directory, Optional<SeedMark> mark) throws IOException {
        aeron = node.aeron;
        options.clusterDir(Files.createDirectories(directory).toFile());
        new RecordingLog(options.clusterDir(), true).close();
        committed = ClusterCounters.allocate(
                aeron,
                new UnsafeBuffer(new byte[1_024]),
                "commit",
                ClusteredServiceContainer.Configuration.COMMIT_POSITION_TYPE_ID,
                options.clusterId());
        recovery = RecoveryState.allocate(
                aeron,
                mark.map(SeedMark::term).orElse((long) Aeron.NULL_VALUE),
                mark.map(SeedMark::position).orElse(0L),
                0,
                options.clusterId(),
                mark.map(SeedMark::serviceRecording).orElse((long) Aeron.NULL_VALUE));
        orders = aeron.addPublication(options.controlChannel(), options.serviceStreamId());
        answers = aeron.addSubscription(options.controlChannel(), options.consensusModuleStreamId());
    }

    Path directory() {
        return options.clusterDir().toPath();
    }

    /** All answers so far. */
    List<Answer> answers() {
        MessageHeaderDecoder head = new MessageHeaderDecoder();
        ServiceAckDecoder answer = new ServiceAckDecoder();
        answers.poll(
                (buffer, offset, length, header) -> {
                    answer.wrapAndApplyHeader(buffer, offset, head);
                    assertEquals(RecordedMarks.SERVICE, answer.serviceId());
                    heard.add(
                            new Answer(answer.ackId(), answer.logPosition(), answer.relevantId(), answer.timestamp()));
                },
                100);
        return List.copyOf(heard);
    }

    /** Shows a log that begins at a byte. */
    void showLog(long begin, boolean leads) {
        showLog(begin, begin, leads);
    }

    /** Shows a log from another byte on than it says. */
    void showLog(long begin, long said, boolean leads) {
        ExclusivePublication log = aeron.addExclusivePublication(
                new ChannelUriStringBuilder()
                        .media(CommonContext.IPC_MEDIA)
                        .mtu(DATAGRAM)
                        .initialPosition(begin, 0, TERM_BYTES)
                        .build(),
                STREAM);
        logs.add(log);
        nameLog(said, log.sessionId(), leads);
    }

    /** Says that a log is to be read, whether or not it shows one. */
    void nameLog(long said, int session, boolean leads) {
        MutableDirectBuffer order = new ExpandableArrayBuffer();
        JoinLogEncoder join = new JoinLogEncoder()
                .wrapAndApplyHeader(order, 0, new MessageHeaderEncoder())
                .logPosition(said)
                .maxLogPosition(Long.MAX_VALUE)
                .memberId(0)
                .logSessionId(session)
                .logStreamId(STREAM)
                .isStartup(BooleanType.FALSE)
                .role((leads ? Cluster.Role.LEADER : Cluster.Role.FOLLOWER).code())
                .logChannel(CommonContext.IPC_CHANNEL);
        offer(orders, order, MessageHeaderEncoder.ENCODED_LENGTH + join.encodedLength());
    }

    /** Wants to hear that the log was read up to a byte. */
    void wantAnswerAt(long position) {
        MutableDirectBuffer order = new ExpandableArrayBuffer();
        RequestServiceAckEncoder request = new RequestServiceAckEncoder()
                .wrapAndApplyHeader(order, 0, new MessageHeaderEncoder())
                .logPosition(position);
        offer(orders, order, MessageHeaderEncoder.ENCODED_LENGTH + request.encodedLength());
    }

    void sayThatItEnds() {
        MutableDirectBuffer order = new ExpandableArrayBuffer();
        ServiceTerminationPositionEncoder end = new ServiceTerminationPositionEncoder()
                .wrapAndApplyHeader(order, 0, new MessageHeaderEncoder())
                .logPosition(0);
        offer(orders, order, MessageHeaderEncoder.ENCODED_LENGTH + end.encodedLength());
    }

    /** Ends without a word. */
    void die() {
        committed.close();
        Eventually.within(
                PATIENCE,
                "its counter goes",
                () -> ClusterCounters.find(
                                aeron.countersReader(),
                                ClusteredServiceContainer.Configuration.COMMIT_POSITION_TYPE_ID,
                                options.clusterId())
                        == CountersReader.NULL_COUNTER_ID);
    }

    /** Whether who reads the log has begun to begin. */
    boolean isCalled() {
        return answers.isConnected();
    }

    /** Writes a message of the engine's into the log, which most nodes don't have yet; tells where it ends. */
    long write(LogMark began, String text) {
        MutableDirectBuffer message = message(began, text);
        return offer(log(), message, message.capacity());
    }

    private static MutableDirectBuffer message(LogMark began, String text) {
        UnsafeBuffer envelope = new UnsafeBuffer(new byte[Envelope.BYTES]);
        Envelope.put(envelope, Envelope.MESSAGE, began, TIME_MS);
        return message(envelope, text);
    }

    /** The same of the order to make a mark. */
    long writeMark() {
        MutableDirectBuffer message = message(ReaderSeat.markOrder(), "");
        return offer(log(), message, message.capacity());
    }

    /** The begin of a longer message. */
    void writePart(LogMark began, String text) {
        UnsafeBuffer envelope = new UnsafeBuffer(new byte[Envelope.PART_BYTES]);
        Envelope.putPart(envelope, began, TIME_MS, 2 * text.length(), 0);
        MutableDirectBuffer message = message(envelope, text);
        offer(log(), message, message.capacity());
    }

    private static MutableDirectBuffer message(UnsafeBuffer envelope, String text) {
        int begin = AeronCluster.SESSION_HEADER_LENGTH;
        MutableDirectBuffer message = new UnsafeBuffer(new byte[begin + envelope.capacity() + text.length()]);
        new SessionMessageHeaderEncoder()
                .wrapAndApplyHeader(message, 0, new MessageHeaderEncoder())
                .leadershipTermId(TERM)
                .clusterSessionId(SESSION)
                .timestamp(TIME_MS);
        message.putBytes(begin, envelope, 0, envelope.capacity());
        message.putStringWithoutLengthAscii(begin + envelope.capacity(), text);
        return message;
    }

    /** Shows a log that begins behind some fragments of a message, with which another one has ended: it has the rest. */
    void showRest(LogMark began, String text, int fragments) {
        MutableDirectBuffer message = message(began, text);
        showLog((long) fragments * DATAGRAM, false);
        int head = DataHeaderFlyweight.HEADER_LENGTH;
        UnsafeBuffer frames = new UnsafeBuffer(new byte[2 * message.capacity()]);
        int end = 0;
        for (int sent = fragments * (DATAGRAM - head); sent < message.capacity(); sent += DATAGRAM - head) {
            int length = Math.min(DATAGRAM - head, message.capacity() - sent);
            boolean isLast = sent + length == message.capacity();
            DataHeaderFlyweight frame = new DataHeaderFlyweight(new UnsafeBuffer(frames, end, head));
            frame.sessionId(log().sessionId()).streamId(STREAM).termOffset(fragments * DATAGRAM + end);
            frame.frameLength(head + length)
                    .flags((short) (isLast ? FrameDescriptor.END_FRAG_FLAG : 0))
                    .headerType(DataHeaderFlyweight.HDR_TYPE_DATA);
            frames.putBytes(end + head, message, sent, length);
            end += BitUtil.align(head + length, FrameDescriptor.FRAME_ALIGNMENT);
        }
        int bytes = end;
        Eventually.within(PATIENCE, "the log goes on", () -> log().offerBlock(frames, 0, bytes) > 0);
    }

    /** The same of a term's begin, in which a member leads. */
    long writeTerm(long term, int leader) {
        MutableDirectBuffer message = new ExpandableArrayBuffer();
        int length = MessageHeaderEncoder.ENCODED_LENGTH + NewLeadershipTermEventEncoder.BLOCK_LENGTH;
        new NewLeadershipTermEventEncoder()
                .wrapAndApplyHeader(message, 0, new MessageHeaderEncoder())
                .leadershipTermId(term)
                .logPosition(endOf(length))
                .timestamp(TIME_MS)
                .termBaseLogPosition(log().position())
                .leaderMemberId(leader)
                .logSessionId(log().sessionId())
                .timeUnit(ClusterTimeUnit.MILLIS)
                .appVersion(1);
        return offer(log(), message, length);
    }

    /** The same of an order of Aeron's. */
    long write(ClusterAction action, int flags) {
        MutableDirectBuffer message = new ExpandableArrayBuffer();
        int length = MessageHeaderEncoder.ENCODED_LENGTH + ClusterActionRequestEncoder.BLOCK_LENGTH;
        new ClusterActionRequestEncoder()
                .wrapAndApplyHeader(message, 0, new MessageHeaderEncoder())
                .leadershipTermId(TERM)
                .logPosition(endOf(length))
                .timestamp(TIME_MS)
                .action(action)
                .flags(flags);
        return offer(log(), message, length);
    }

    private long endOf(int length) {
        return log().position()
                + BitUtil.align(length + DataHeaderFlyweight.HEADER_LENGTH, FrameDescriptor.FRAME_ALIGNMENT);
    }

    private static long offer(Publication way, MutableDirectBuffer message, int length) {
        return Eventually.within(PATIENCE, "it takes it", () -> way.offer(message, 0, length), end -> end > 0);
    }

    private static long offer(ExclusivePublication way, MutableDirectBuffer message, int length) {
        return Eventually.within(PATIENCE, "it takes it", () -> way.offer(message, 0, length), end -> end > 0);
    }

    /** Most nodes have the log up to a byte. */
    void commit(long position) {
        committed.setRelease(position);
    }

    /** Most nodes have what was written. */
    void commit() {
        commit(log().position());
    }

    /** Whether anybody would hear of a log that is shown now: what was taken back before, the driver knows by then. */
    boolean isAnyLogHeard() {
        try (ExclusivePublication log = aeron.addExclusivePublication(CommonContext.IPC_CHANNEL, STREAM)) {
            return log.isConnected();
        }
    }

    void endLog() {
        log().close();
    }

    private ExclusivePublication log() {
        return logs.get(logs.size() - 1);
    }

    @Override
    public void close() {
        CloseHelper.closeAll(logs);
        CloseHelper.closeAll(orders, answers, committed, recovery);
    }
}
