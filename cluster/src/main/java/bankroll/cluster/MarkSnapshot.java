package bankroll.cluster;

import bankroll.engine.LogMark;
import io.aeron.cluster.ConsensusModule;
import io.aeron.cluster.codecs.ClusterTimeUnit;
import io.aeron.cluster.codecs.ConsensusModuleEncoder;
import io.aeron.cluster.codecs.MessageHeaderEncoder;
import io.aeron.cluster.codecs.SnapshotMark;
import io.aeron.cluster.codecs.SnapshotMarkerEncoder;
import io.aeron.cluster.service.ClusteredServiceContainer;
import java.nio.ByteOrder;
import org.agrona.DirectBuffer;
import org.agrona.SemanticVersion;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A mark that is being made, and the messages that its two recordings hold: what Aeron 1.51 reads as a snapshot of a service and of
 * its consensus module. Of the module's state only the next session's number counts: no message of ours needs a session.
 *
 * @param content our part of it
 * @param term in which it is made
 * @param termBase the log's byte at which that term began
 * @param position the log's byte behind which it stands
 * @param timeMs when it was ordered, as Aeron's clocks have it
 * @param service what the service's recording holds: that it begins and ends, and then our part
 * @param module what the consensus module's holds
 */
record MarkSnapshot(
        Content content,
        long term,
        long termBase,
        long position,
        long timeMs,
        DirectBuffer[] service,
        DirectBuffer[] module) {
    /** Of what a service records, in Aeron. */
    static final int SERVICE_STREAM = ClusteredServiceContainer.Configuration.SNAPSHOT_STREAM_ID_DEFAULT;

    /** Of what a consensus module records. */
    static final int MODULE_STREAM = ConsensusModule.Configuration.SNAPSHOT_STREAM_ID_DEFAULT;

    static final int NOBODY = -1;

    /** Where the journal stands, and who led: the term that a node continues may have begun before it. Once there was no leader. */
    private static final int CONTENT_BYTES = LogMark.BYTES + Integer.BYTES;

    private static final int VERSION = SemanticVersion.compose(0, 0, 1);

    /**
     * Our part of a mark.
     *
     * @param journal where the journal stands
     * @param leader who led; {@link #NOBODY} when that isn't known
     */
    record Content(LogMark journal, int leader) {
        static Content of(DirectBuffer buffer, int offset, int length) {
            int leader =
                    length < CONTENT_BYTES ? NOBODY : buffer.getInt(offset + LogMark.BYTES, ByteOrder.LITTLE_ENDIAN);
            return new Content(LogMark.get(buffer, offset), leader);
        }

        private UnsafeBuffer message() {
            UnsafeBuffer bytes = new UnsafeBuffer(new byte[CONTENT_BYTES]);
            journal.put(bytes, 0);
            bytes.putInt(LogMark.BYTES, leader, ByteOrder.LITTLE_ENDIAN);
            return bytes;
        }
    }

    static MarkSnapshot of(Content content, long term, long termBase, long position, long timeMs) {
        long service = ClusteredServiceContainer.Configuration.SNAPSHOT_TYPE_ID;
        long module = ConsensusModule.Configuration.SNAPSHOT_TYPE_ID;
        return new MarkSnapshot(
                content,
                term,
                termBase,
                position,
                timeMs,
                new DirectBuffer[] {
                    edge(service, SnapshotMark.BEGIN, term, position),
                    edge(service, SnapshotMark.END, term, position),
                    content.message()
                },
                new DirectBuffer[] {
                    edge(module, SnapshotMark.BEGIN, term, position),
                    state(position),
                    edge(module, SnapshotMark.END, term, position)
                });
    }

    /** Whether a stream is one of a mark's two recordings. */
    static boolean isRecordedIn(int stream) {
        return stream == SERVICE_STREAM || stream == MODULE_STREAM;
    }

    /** Whether a message of a service's recording is our part: Aeron's have other lengths. */
    static boolean isContent(int length) {
        return length == CONTENT_BYTES || length == LogMark.BYTES;
    }

    SeedMark kept(long moduleRecording, long serviceRecording) {
        return new SeedMark(term, termBase, position, timeMs, moduleRecording, serviceRecording);
    }

    private static UnsafeBuffer edge(long type, SnapshotMark edge, long term, long position) {
        UnsafeBuffer bytes =
                new UnsafeBuffer(new byte[MessageHeaderEncoder.ENCODED_LENGTH + SnapshotMarkerEncoder.BLOCK_LENGTH]);
        new SnapshotMarkerEncoder()
                .wrapAndApplyHeader(bytes, 0, new MessageHeaderEncoder())
                .typeId(type)
                .logPosition(position)
                .leadershipTermId(term)
                .index(0)
                .mark(edge)
                .timeUnit(ClusterTimeUnit.MILLIS)
                .appVersion(VERSION);
        return bytes;
    }

    /** The log's position is a number that no session has had: each has taken more than a byte of the log. */
    private static UnsafeBuffer state(long position) {
        UnsafeBuffer bytes =
                new UnsafeBuffer(new byte[MessageHeaderEncoder.ENCODED_LENGTH + ConsensusModuleEncoder.BLOCK_LENGTH]);
        new ConsensusModuleEncoder()
                .wrapAndApplyHeader(bytes, 0, new MessageHeaderEncoder())
                .nextSessionId(position)
                .nextServiceSessionId(Long.MIN_VALUE + 1)
                .logServiceSessionId(Long.MIN_VALUE)
                .pendingMessageCapacity(0);
        return bytes;
    }
}
