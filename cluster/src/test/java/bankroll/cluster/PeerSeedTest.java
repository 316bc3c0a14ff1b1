package bankroll.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.engine.Engine;
import bankroll.engine.EngineContext;
import bankroll.engine.LogMark;
import bankroll.journal.JournalContext.SyncPolicy;
import bankroll.testkit.Eventually;
import io.aeron.Aeron;
import io.aeron.AeronCounters;
import io.aeron.ExclusivePublication;
import io.aeron.archive.Archive;
import io.aeron.archive.ArchiveThreadingMode;
import io.aeron.archive.client.AeronArchive;
import io.aeron.archive.client.RecordingSignalConsumer;
import io.aeron.archive.codecs.RecordingSignal;
import io.aeron.archive.status.RecordingPos;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.driver.status.StreamCounter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.agrona.CloseHelper;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.CountersReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A seed that breaks off; one that is whole is in {@link SeedTest}. */
class PeerSeedTest {
    @TempDir
    Path directory;

    /** Without its log it would vote as if it had never confirmed anything. */
    @Test
    void shouldNotStartANodeWhoseSeedBrokeOff() throws IOException {
        ClusterContext context = LoneMember.of(directory, directory.resolve("buffers"));
        Path old = Files.createDirectories(directory.resolve(ClusterContext.DIRECTORY));
        Files.writeString(old.resolve("old"), "confirmed");
        PeerSeed seed = new PeerSeed(context, fault -> {});

        // The other node's mark is gone, just when it is asked for.
        assertThrows(NullPointerException.class, () -> seed.take(1, null, LogMark.START));
        assertFalse(Files.exists(old.resolve("old")));

        EngineContext engine = new EngineContext().dataDirectory(directory).log(new AeronLog(context));
        engine.journal().fileBytes(32 << 20).lowWaterBytes(0).syncPolicy(SyncPolicy.NONE);
        ConditionException refused = assertThrows(
                ConditionException.class, () -> Engine.launch(engine).close());
        assertEquals(ExitCode.CONFIGURATION, refused.exitCode());
        assertTrue(refused.getMessage().contains("run \"./bankroll cluster seed\" again"), refused::getMessage);
    }

    /** Aeron ends such a copy as it ends a whole one. */
    @Test
    void shouldNotTakeACopyForWholeThatBrokeOff() throws IOException {
        try (Pair both = new Pair()) {
            long recording = both.giver.record();
            both.node.startArchive();
            both.giver.endOnceAPartHasArrived(both.context);

            ConditionException broken;
            try (AeronArchive archive = both.node.archive(both.seed::signalled)) {
                broken = assertThrows(
                        ConditionException.class, () -> both.seed.copy(archive, 1, recording, both.giver.endPosition));
            }

            assertEquals(ExitCode.UNAVAILABLE, broken.exitCode());
            assertTrue(broken.getMessage().contains("broke off"), broken::getMessage);
        }
    }

    /** What has arrived before the answer to the request, Aeron ends without a word. */
    @Test
    void shouldTakeACopyForWholeThatEndsWhereItShouldThoughNobodySaysSo() throws IOException {
        try (Pair both = new Pair()) {
            long recording = both.giver.record();
            both.node.startArchive();
            both.giver.give();
            RecordingSignalConsumer notLevel = (session, correlation, arrived, subscription, position, signal) -> {
                if (signal != RecordingSignal.SYNC) {
                    both.seed.signalled(session, correlation, arrived, subscription, position, signal);
                }
            };

            try (AeronArchive archive = both.node.archive(notLevel)) {
                long copied = both.seed.copy(archive, 1, recording, both.giver.endPosition);
                assertEquals(both.giver.endPosition, archive.getStopPosition(copied));
            }
        }
    }

    /** Nothing would tell of the copy that it is whole. */
    @Test
    void shouldWaitUntilTheOtherNodeHasEndedTheRecordingsOfItsMark() throws IOException {
        shouldTellTheEndOfARecordingOf(Giver::endAWhileAfterItIsAsked);
    }

    /** On a busy machine an archive may get its turn later than it is waited for. */
    @Test
    void shouldAskAgainWhereTheOtherNodeDoesNotAnswerInTime() throws IOException {
        shouldTellTheEndOfARecordingOf(Giver::endOnceItIsAskedForTheSecondTime);
    }

    private void shouldTellTheEndOfARecordingOf(Consumer<Giver> ending) throws IOException {
        try (Pair both = new Pair()) {
            long recording = both.giver.begin();
            both.node.startArchive();
            ending.accept(both.giver);

            assertEquals(both.giver.endPosition, both.seed.awaitEnd(both.node, 1, recording));

            assertTrue(both.giver.hasEnded);
        }
    }

    /** A node that is seeded, and the one that gives. */
    private final class Pair implements AutoCloseable {
        private final ClusterContext context = LoneMember.of(directory.resolve("data"), directory.resolve("buffers"));
        private final PeerSeed seed = new PeerSeed(context, fault -> {});
        private final Giver giver = new Giver(directory.resolve("other"), context.members.get(1));
        private final ClusterNode node = new ClusterNode(context, SharedSecret.drawn(), fault -> {}, () -> {});

        @Override
        public void close() {
            CloseHelper.closeAll(node, giver);
        }
    }

    /** Another member's archive, which works only when it is told to: one that ends in the middle of what it gives. */
    private static final class Giver implements AutoCloseable {
        private static final int BYTES = 1 << 20;
        /** No more than half of a term is under way. */
        private static final String SMALL = "aeron:ipc?term-length=64k";

        private static final int STREAM = 7;

        private final MediaDriver driver;
        private final Archive archive;
        private AeronArchive client;
        private ExclusivePublication publication;
        private long endPosition;
        private volatile boolean hasEnded;
        private volatile boolean isOver;
        private Thread gives = new Thread(() -> {});

        private Giver(Path directory, MemberAddress address) {
            driver = MediaDriver.launch(new MediaDriver.Context()
                    .aeronDirectoryName(directory.resolve("driver").toString())
                    .threadingMode(ThreadingMode.SHARED));
            archive = Archive.launch(new Archive.Context()
                    .aeronDirectoryName(driver.aeronDirectoryName())
                    .archiveDir(directory.resolve("archive").toFile())
                    .controlChannel(address.archiveChannel())
                    .replicationChannel(address.archiveReplicationChannel())
                    .threadingMode(ArchiveThreadingMode.INVOKER));
        }

        /** Makes a recording that is longer than what is under way to another node at a time. */
        private long record() {
            long recording = begin();
            publication.close();
            Eventually.within(Duration.ofSeconds(30), "a recording", () -> {
                archive.invoker().invoke();
                return client.getStopPosition(recording) == endPosition;
            });
            client.close();
            return recording;
        }

        /** Begins one, which is not ended. */
        private long begin() {
            client = AeronArchive.connect(new AeronArchive.Context()
                    .aeronDirectoryName(driver.aeronDirectoryName())
                    .controlRequestChannel(archive.context().localControlChannel())
                    .controlRequestStreamId(archive.context().localControlStreamId())
                    .controlResponseChannel(archive.context().localControlChannel())
                    .agentInvoker(archive.invoker()));
            publication = client.addRecordedExclusivePublication(SMALL, STREAM);
            UnsafeBuffer piece = new UnsafeBuffer(new byte[publication.maxPayloadLength()]);
            while (publication.position() < BYTES) {
                publication.offer(piece);
                archive.invoker().invoke();
            }
            endPosition = publication.position();
            return 0;
        }

        /** From now on it answers, on a thread of its own, and ends its recording a while after somebody else is connected. */
        private void endAWhileAfterItIsAsked() {
            gives = new Thread(() -> {
                for (int turns = 0; turns < 20_000; turns += isAsked() ? 1 : 0) {
                    archive.invoker().invoke();
                }
                end();
            });
            gives.start();
        }

        /** The first to ask is not answered in time. */
        private void endOnceItIsAskedForTheSecondTime() {
            gives = new Thread(() -> {
                Set<Integer> asked = new HashSet<>();
                while (asked.size() < 2 && !isOver) {
                    noteWhoAsks(asked);
                    Thread.onSpinWait();
                }
                end();
            });
            gives.start();
        }

        private void noteWhoAsks(Set<Integer> sessions) {
            int stream = archive.context().controlStreamId();
            archive.context().aeron().countersReader().forEach((counter, type, key, label) -> {
                boolean isControl = type == AeronCounters.DRIVER_RECEIVER_HWM_TYPE_ID
                        && key.getInt(StreamCounter.STREAM_ID_OFFSET) == stream;
                if (isControl) {
                    sessions.add(key.getInt(StreamCounter.SESSION_ID_OFFSET));
                }
            });
        }

        private void end() {
            hasEnded = true;
            publication.close();
            answer();
        }

        private void answer() {
            while (!isOver) {
                archive.invoker().invoke();
            }
        }

        /** From now on it gives whatever is asked for, on a thread of its own. */
        private void give() {
            gives = new Thread(this::answer);
            gives.start();
        }

        private boolean isAsked() {
            return archive.context().controlSessionsCounter().get() > 1;
        }

        /** From now on it gives, on a thread of its own, until the other one has some of it. */
        private void endOnceAPartHasArrived(ClusterContext other) {
            gives = new Thread(() -> {
                try (Aeron aeron = Aeron.connect(other.driverClient(fault -> {}))) {
                    while (!isRecording(aeron.countersReader())) {
                        archive.invoker().invoke();
                    }
                    archive.close();
                }
            });
            gives.start();
        }

        private static boolean isRecording(CountersReader counters) {
            boolean[] found = new boolean[1];
            counters.forEach((counter, type, key, label) -> found[0] |=
                    type == RecordingPos.RECORDING_POSITION_TYPE_ID && counters.getCounterValue(counter) > 0);
            return found[0];
        }

        @Override
        public void close() {
            isOver = true;
            try {
                gives.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            CloseHelper.closeAll(client, archive, driver);
        }
    }
}
