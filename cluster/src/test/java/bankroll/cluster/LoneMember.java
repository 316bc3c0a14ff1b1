package bankroll.cluster;

import bankroll.testkit.FreeMembers;
import io.aeron.ChannelUriStringBuilder;
import io.aeron.CommonContext;
import io.aeron.archive.client.AeronArchive;
import io.aeron.cluster.RecordingLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** The first of three members on loopback, of which nobody else is there. */
final class LoneMember {
    private LoneMember() {}

    /** Has it begun a log, as of a cluster that it doesn't find: it waits for nobody before it takes part. */
    static void beginLog(ClusterContext options) throws IOException {
        long log = record(options, ArchiveTail.LOG_STREAM);
        Path consensus = Files.createDirectories(options.consensusDirectory());
        try (RecordingLog book = new RecordingLog(consensus.toFile(), true)) {
            book.appendTerm(log, 0, 0, 0);
        }
    }

    /** Has its archive record nothing; tells the number of that. */
    static long record(ClusterContext options, int stream) {
        return record(options, stream, 0);
    }

    /** The same of a recording that begins, and ends, further on. */
    static long record(ClusterContext options, int stream, long begin) {
        ClusterContext context = options.conclude();
        try (ClusterNode node = new ClusterNode(context, SharedSecret.drawn(), Throwable::printStackTrace, () -> {})) {
            node.startArchive();
            try (AeronArchive archive =
                    node.archive((session, correlation, recording, subscription, position, signal) -> {})) {
                String channel = new ChannelUriStringBuilder()
                        .media(CommonContext.IPC_MEDIA)
                        .initialPosition(begin, 0, context.termBytes)
                        .build();
                return EmptyRecording.make(archive, channel, stream, begin);
            }
        }
    }

    static ClusterContext of(Path data, Path buffers) {
        return new ClusterContext()
                .dataDirectory(data)
                .driverDirectory(buffers)
                .node(0)
                .members(Arrays.stream(FreeMembers.next(3).split(","))
                        .map(MemberAddress::of)
                        .toList());
    }
}
