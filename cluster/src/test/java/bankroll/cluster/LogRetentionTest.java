package bankroll.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.Degradation;
import bankroll.testkit.Eventually;
import bankroll.testkit.FreeMembers;
import io.aeron.ExclusivePublication;
import io.aeron.archive.client.AeronArchive;
import io.aeron.archive.codecs.SourceLocation;
import io.aeron.cluster.ConsensusModule;
import io.aeron.cluster.RecordingLog;
import io.aeron.exceptions.TimeoutException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a node that begins does with its part of the log; how it cuts it is in {@link SeedTest}. */
class LogRetentionTest {
    private static final int SEGMENT = Running.SEGMENT;
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @TempDir
    private Path directory;

    /** Aeron says first where the log begins now, and deletes the files before it one by one. */
    @Test
    void shouldDeleteTheFilesThatAKilledProcessNoLongerDid() throws IOException {
        ClusterContext context = context();
        List<Throwable> faults = new ArrayList<>();
        try (Running node = new Running(context.archiveDirectory())) {
            record(node, 3 * SEGMENT + 1);
            noteLog(context);
            node.archive.purgeSegments(0, 2 * SEGMENT);
            Eventually.within(
                    PATIENCE,
                    "it is cut",
                    () -> !Files.exists(file(context, 0)) && !Files.exists(file(context, SEGMENT)));
            Path first = Files.createFile(file(context, 0));
            Path second = Files.createFile(file(context, SEGMENT));

            LogRetention retention = new LogRetention(
                    context,
                    () -> true,
                    () -> node.archive,
                    LogRetentionTest::isAway,
                    faults::add,
                    faults::add,
                    System::nanoTime);
            retention.doWork();

            Eventually.within(PATIENCE, "they are gone", () -> !Files.exists(first) && !Files.exists(second));
            retention.doWork();
            assertEquals(2 * SEGMENT, retention.start);
            assertTrue(Files.exists(file(context, 2 * SEGMENT)) && Files.exists(file(context, 3 * SEGMENT)));
            assertEquals(List.of(), faults);
        }
    }

    /** The log goes on without; the first that would meet it is a node that lacks a part of the log. */
    @Test
    void shouldSayOnceThatAnotherMemberRefusesItsSecretWhileTheLogRuns() {
        Degradation degradation = new Degradation(System::currentTimeMillis);
        long[] nowNs = {TimeUnit.DAYS.toNanos(1)};
        List<MemberAddress> members = Arrays.stream(FreeMembers.next(3).split(","))
                .map(MemberAddress::of)
                .toList();
        ClusterContext[] contexts = new ClusterContext[3];
        for (int node = 0; node < contexts.length; node++) {
            contexts[node] = LoneMember.of(directory.resolve("data" + node), directory.resolve("driver" + node))
                    .members(members)
                    .node(node)
                    .secret(new byte[] {(byte) (node % 2)})
                    .degradation(degradation)
                    .conclude();
        }
        List<Throwable> faults = new ArrayList<>();
        try (ClusterNode other = archive(contexts[1]);
                ClusterNode same = archive(contexts[2]);
                ClusterNode own = archive(contexts[0])) {
            LogRetention retention = new LogRetention(
                    contexts[0],
                    () -> true,
                    () -> own.archive((session, correlation, recording, subscription, position, signal) -> {}),
                    own::archiveOf,
                    faults::add,
                    faults::add,
                    () -> nowNs[0]);
            // one that gets its turn late hasn't answered in time, and is asked again a minute later
            Eventually.within(PATIENCE, "it is told", () -> {
                nowNs[0] += SecretWatch.AGAIN_NS;
                retention.doWork();
                return !degradation.entries().isEmpty();
            });
            for (int turn = 0; turn < 5; turn++) {
                nowNs[0] += SecretWatch.AGAIN_NS;
                retention.doWork();
            }
            retention.onClose();

            assertEquals(1, degradation.entries().size(), degradation.entries()::toString);
            String told = degradation.entries().get(0).what();
            String wanted =
                    "node 1 (" + members.get(1) + ") refuses this node's secret: cluster.secret-file is not the same";
            assertTrue(told.startsWith(wanted), told);
            assertEquals(List.of(), faults);
        }
    }

    private static ClusterNode archive(ClusterContext context) {
        ClusterNode node = new ClusterNode(context, SharedSecret.drawn(), fault -> {}, () -> {});
        node.startArchive();
        return node;
    }

    private ClusterContext context() {
        return LoneMember.of(directory, directory.resolve("buffers"));
    }

    private static void record(Running node, long bytes) {
        int stream = ConsensusModule.Configuration.LOG_STREAM_ID_DEFAULT;
        ExclusivePublication log = node.aeron.addExclusivePublication("aeron:ipc?term-length=4m", stream);
        node.archive.startRecording("aeron:ipc", stream, SourceLocation.LOCAL);
        UnsafeBuffer message = new UnsafeBuffer(new byte[10_000]);
        Eventually.within(PATIENCE, "all is sent", () -> {
            while (log.offer(message) > 0 && log.position() < bytes) {
                // as long as it is taken
            }
            return log.position() >= bytes;
        });
        Eventually.within(PATIENCE, "all is recorded", () -> node.archive.getMaxRecordedPosition(0) == log.position());
    }

    private static void noteLog(ClusterContext context) throws IOException {
        Path consensus = Files.createDirectories(context.consensusDirectory());
        try (RecordingLog book = new RecordingLog(consensus.toFile(), true)) {
            book.appendTerm(0, 0, 0, 0);
        }
    }

    private static AeronArchive isAway(int member) {
        throw new TimeoutException("node " + member + " is away");
    }

    private static Path file(ClusterContext context, long position) {
        return context.archiveDirectory().resolve("0-" + position + ".rec");
    }
}
