package bankroll.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.cluster.LogRetention.Extent;
import bankroll.condition.ConditionException;
import bankroll.condition.Degradation;
import bankroll.condition.ExitCode;
import bankroll.testkit.Eventually;
import io.aeron.ChannelUriStringBuilder;
import io.aeron.CommonContext;
import io.aeron.ExclusivePublication;
import io.aeron.archive.client.AeronArchive;
import io.aeron.archive.client.ArchiveException;
import io.aeron.archive.codecs.SourceLocation;
import io.aeron.cluster.ConsensusModule;
import io.aeron.cluster.RecordingLog;
import io.aeron.exceptions.TimeoutException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How far a node cuts its part of the log, and what it makes of an election that doesn't end, turn by turn. */
class LogRetentionTurnsTest {
    private static final int SEGMENT = Running.SEGMENT;
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final long BEGIN = 2L * SEGMENT;
    private static final long ELECTION_NS = TimeUnit.SECONDS.toNanos(5);

    @TempDir
    private Path directory;

    private final Degradation degradation = new Degradation(() -> 0);
    private final List<Throwable> faults = new ArrayList<>();
    private final List<Throwable> ended = new ArrayList<>();
    private ClusterContext context;
    private Running node;
    private boolean isElected = true;
    private long nowNs = TimeUnit.DAYS.toNanos(1);

    @BeforeEach
    void start() throws IOException {
        context = LoneMember.of(directory, directory.resolve("buffers")).degradation(degradation);
        node = new Running(context.archiveDirectory());
        Files.createDirectories(context.consensusDirectory());
    }

    @AfterEach
    void stop() {
        node.close();
    }

    @Test
    void shouldCutTheLogBehindTheOlderOfTheTwoNewestMarksAndForgetThoseBefore() {
        context.keptBytes(0);
        long end = record(4 * SEGMENT);
        term(0);
        mark(SEGMENT + 320);
        mark(2 * SEGMENT + 320);
        mark(3 * SEGMENT + 320);
        LogRetention retention = retention(LogRetentionTurnsTest::isAway);
        retention.doWork();

        assertEquals(2 * SEGMENT, retention.start);
        assertEquals(end - 2 * SEGMENT, retention.bytes);
        assertEquals(List.of(0, 3, 4, 5, 6), recordings(7));

        mark(3 * SEGMENT + 640);
        retention.doWork();
        assertEquals(3 * SEGMENT, retention.start);
        assertEquals(List.of(0, 5, 6, 7, 8), recordings(9));
        assertEquals(List.of(), faults);
    }

    @Test
    void shouldKeepSoManyBytesOfTheLogAsOthersMayLack() {
        context.keptBytes(3 * SEGMENT);
        record(4 * SEGMENT);
        term(0);
        mark(3 * SEGMENT + 320);
        mark(3 * SEGMENT + 640);
        LogRetention retention = retention(LogRetentionTurnsTest::isAway);
        retention.doWork();

        assertEquals(SEGMENT, retention.start);
        assertEquals(List.of(), faults);
    }

    @Test
    void shouldCutNothingWithinTheFirstFile() {
        context.keptBytes(2 * SEGMENT);
        record(2 * SEGMENT);
        term(0);
        mark(SEGMENT);
        mark(SEGMENT + 320);
        LogRetention retention = retention(LogRetentionTurnsTest::isAway);
        retention.doWork();

        assertEquals(0, retention.start);
        assertEquals(List.of(), faults);
    }

    /** An empty one may come behind it. */
    @Test
    void shouldTellHowLongTheLongestRecordingOfALogIs() {
        assertEquals(0, extent().logBytes);
        ExclusivePublication log = publish(10_000);
        assertEquals(0, extent().logBytes, "it hasn't ended");
        long end = log.position();
        log.close();
        Eventually.within(PATIENCE, "it has ended", () -> node.archive.getStopPosition(0) == end);

        log(node, BEGIN);
        assertEquals(end, extent().logBytes);
    }

    /** Aeron would ask for it for ever. */
    @Test
    void shouldEndANodeThatLacksWhatNobodyKeepsAnyMore() {
        term(log(node, BEGIN));
        try (Running other = new Running(directory.resolve("other"));
                Running without = new Running(directory.resolve("without"))) {
            log(other, BEGIN + 32);
            LogRetention retention = retention(member -> (member == 1 ? other : without).connect());
            isElected = false;
            retention.doWork();
            nowNs += ELECTION_NS;
            retention.doWork();
            assertEquals(List.of(), ended);

            nowNs += 1;
            retention.doWork();

            ConditionException why = (ConditionException) ended.get(0);
            assertEquals(ExitCode.DAMAGE, why.exitCode());
            String words = "this node's log ends at byte " + BEGIN + ", those of the others begin at byte "
                    + (BEGIN + 32) + ": it was away for longer than the log is kept";
            assertTrue(why.getMessage().startsWith(words), why::getMessage);

            retention.doWork();
            assertEquals(1, ended.size(), "it is looked at again in five seconds");
            assertEquals(List.of(), faults);
        }
    }

    @Test
    void shouldEndASeededNodeWhoseMarkIsBehindWhatTheOthersKeep() {
        mark(BEGIN);
        try (Running other = new Running(directory.resolve("other"))) {
            log(other, BEGIN + 32);
            afterALongElection(member -> member == 1 ? other.connect() : isAway(member));

            assertEquals(1, ended.size());
        }
    }

    @Test
    void shouldGoOnWhereOneOfTheOthersHasWhatANodeLacks() {
        term(log(node, BEGIN));
        try (Running far = new Running(directory.resolve("far"));
                Running near = new Running(directory.resolve("near"))) {
            log(far, BEGIN + 32);
            log(near, BEGIN);
            afterALongElection(member -> (member == 1 ? near : far).connect());
            afterALongElection(member -> (member == 1 ? far : near).connect());

            assertEquals(List.of(), ended);
            assertEquals(List.of(), faults);
        }
    }

    @Test
    void shouldAskNobodyInAnElectionThatBeganAMomentAgo() {
        term(log(node, BEGIN));
        try (Running other = new Running(directory.resolve("other"))) {
            log(other, BEGIN + 32);
            LogRetention retention = retention(member -> other.connect());
            for (boolean isOver : List.of(false, true, false)) {
                isElected = isOver;
                retention.doWork();
                nowNs += ELECTION_NS;
            }

            assertEquals(List.of(), ended);
        }
    }

    @Test
    void shouldHearInAnElectionThatLastsWhoRefusesItsSecretAndThatItIsOver() {
        term(log(node, BEGIN));
        RuntimeException[] answer = {new TimeoutException("away")};
        LogRetention retention = retention(member -> {
            if (answer[0] != null) {
                throw answer[0];
            }
            return node.connect();
        });
        isElected = false;
        for (int turn = 0; turn < 3; turn++) {
            retention.doWork();
        }
        assertEquals(0, degradation.entries().size());

        answer[0] = new ArchiveException("no", ArchiveException.AUTHENTICATION_REJECTED);
        nowNs += ELECTION_NS + 1;
        retention.doWork();
        assertEquals(2, degradation.entries().size(), "long before both are asked again");

        answer[0] = null;
        nowNs += ELECTION_NS + 1;
        retention.doWork();
        assertEquals(List.of(), degradation.entries());
    }

    @Test
    void shouldConnectAnewAfterAFailureAndTellNoneOfItsEnd() {
        term(log(node, BEGIN));
        boolean[] isGone = {true};
        Supplier<AeronArchive> own = () -> {
            AeronArchive archive = node.connect();
            if (isGone[0]) {
                archive.close();
            }
            return archive;
        };
        LogRetention retention = retention(own, LogRetentionTurnsTest::isAway);
        retention.doWork();
        assertEquals(1, faults.size());

        isGone[0] = false;
        retention.doWork();
        assertEquals(1, faults.size());
        assertEquals(BEGIN, retention.start);

        retention.onClose();
        retention.close();
        isGone[0] = true;
        retention.doWork();
        assertEquals(1, faults.size());
    }

    private void afterALongElection(IntFunction<AeronArchive> ofMember) {
        LogRetention retention = retention(ofMember);
        isElected = false;
        retention.doWork();
        nowNs += ELECTION_NS + 1;
        retention.doWork();
    }

    private LogRetention retention(IntFunction<AeronArchive> ofMember) {
        return retention(node::connect, ofMember);
    }

    private LogRetention retention(Supplier<AeronArchive> own, IntFunction<AeronArchive> ofMember) {
        return new LogRetention(context, () -> isElected, own, ofMember, faults::add, ended::add, () -> nowNs);
    }

    /** Tells where what was recorded ends. */
    private long record(long bytes) {
        return publish(bytes).position();
    }

    /** So many bytes, and a bit, have been recorded. */
    private ExclusivePublication publish(long bytes) {
        int stream = ConsensusModule.Configuration.LOG_STREAM_ID_DEFAULT;
        ExclusivePublication log = node.aeron.addExclusivePublication("aeron:ipc?term-length=4m", stream);
        node.archive.startRecording("aeron:ipc", stream, SourceLocation.LOCAL);
        UnsafeBuffer message = new UnsafeBuffer(new byte[10_000]);
        Eventually.within(PATIENCE, "all is sent", () -> {
            while (log.offer(message) > 0 && log.position() <= bytes) {
                // as long as it is taken
            }
            return log.position() > bytes;
        });
        Eventually.within(PATIENCE, "it is recorded", () -> extent().holds(0));
        Eventually.within(PATIENCE, "all is recorded", () -> node.archive.getMaxRecordedPosition(0) == log.position());
        return log;
    }

    /** A log of nothing that begins there; its number. */
    private static long log(Running node, long begin) {
        String channel = new ChannelUriStringBuilder()
                .media(CommonContext.IPC_MEDIA)
                .initialPosition(begin, 0, SEGMENT)
                .build();
        return EmptyRecording.make(node.archive, channel, ConsensusModule.Configuration.LOG_STREAM_ID_DEFAULT, begin);
    }

    private void term(long recording) {
        try (RecordingLog book = new RecordingLog(context.consensusDirectory().toFile(), true)) {
            book.appendTerm(recording, 0, 0, 0);
        }
    }

    /** What a mark is to the archive: two recordings. */
    private void mark(long position) {
        long service = recording();
        long module = recording();
        try (RecordingLog book = new RecordingLog(context.consensusDirectory().toFile(), true)) {
            book.appendSnapshot(service, 0, 0, position, 0, RecordedMarks.SERVICE);
            book.appendSnapshot(module, 0, 0, position, 0, RecordedMarks.MODULE);
        }
    }

    private long recording() {
        int stream = ConsensusModule.Configuration.SNAPSHOT_STREAM_ID_DEFAULT;
        return EmptyRecording.make(node.archive, "aeron:ipc?term-length=64k", stream, 0);
    }

    /** Which of the recordings below this number are there. */
    private List<Integer> recordings(int below) {
        Extent extent = extent();
        List<Integer> found = new ArrayList<>();
        for (int recording = 0; recording < below; recording++) {
            if (extent.holds(recording)) {
                found.add(recording);
            }
        }
        return found;
    }

    private Extent extent() {
        return Extent.of(node.archive, ConsensusModule.Configuration.LOG_STREAM_ID_DEFAULT);
    }

    private static AeronArchive isAway(int member) {
        throw new TimeoutException("node " + member + " is away");
    }
}
