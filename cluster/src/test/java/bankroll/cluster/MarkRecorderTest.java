package bankroll.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.cluster.LogRetention.Extent;
import bankroll.engine.LogMark;
import bankroll.testkit.Eventually;
import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an archive keeps of this node's marks, and gives back. */
class MarkRecorderTest {
    private static final long ANSWER_NS = TimeUnit.SECONDS.toNanos(2);
    private static final DiskWait WAIT = new DiskWait(PlayedModule.PATIENCE.toNanos(), Thread::yield, "");

    @TempDir
    private Path directory;

    private final List<Throwable> faults = new ArrayList<>();
    private long nowNs = TimeUnit.HOURS.toNanos(1);
    private Running node;
    private Aeron aeron;
    private MarkRecorder recorder;

    @BeforeEach
    void start() {
        node = new Running(directory);
        aeron = node.client();
        recorder = recorder();
    }

    private MarkRecorder recorder() {
        return new MarkRecorder(aeron, node.options().messageTimeoutNs(ANSWER_NS), faults::add, () -> nowNs);
    }

    @AfterEach
    void close() {
        recorder.close();
        aeron.close();
        node.close();
    }

    private static MarkSnapshot mark(int number) {
        MarkSnapshot.Content content = new MarkSnapshot.Content(new LogMark(number, number, number), 1);
        return MarkSnapshot.of(content, 3, 64, 1_024L * number, 5_000);
    }

    private SeedMark kept(MarkSnapshot mark) {
        SeedMark kept = Eventually.within(
                PlayedModule.PATIENCE,
                "the archive keeps it",
                () -> {
                    recorder.turn();
                    return recorder.keep(mark);
                },
                found -> found != null);
        recorder.next();
        return kept;
    }

    private void assertHolds(MarkSnapshot mark, SeedMark kept) {
        RecordedWords.assertHolds(node.archive, mark, kept);
    }

    private List<Long> recordings(int stream) {
        return Extent.of(node.archive, stream).ofStream().stream().toList();
    }

    @Test
    void shouldKeepMarksAndReadThemAgain() {
        SeedMark first = kept(mark(1));
        SeedMark second = kept(mark(2));

        assertEquals(new SeedMark(3, 64, 1_024, 5_000, first.moduleRecording(), first.serviceRecording()), first);
        assertHolds(mark(1), first);
        assertHolds(mark(2), second);
        assertEquals(mark(1).content(), recorder.read(first.serviceRecording(), WAIT));
        assertEquals(mark(2).content(), recorder.read(second.serviceRecording(), WAIT));
        assertEquals(List.of(), faults);
    }

    @Test
    void shouldKeepTheServicesPartAlone() {
        long first = recorder.keepServices(mark(1), WAIT);
        long second = recorder.keepServices(mark(2), WAIT);

        assertEquals(mark(1).content(), recorder.read(first, WAIT));
        assertEquals(mark(2).content(), recorder.read(second, WAIT));
        assertHolds(mark(3), kept(mark(3)));
    }

    @Test
    void shouldReadAnEarlierBuildsMarkThatNamesNoLeader() {
        UnsafeBuffer journal = new UnsafeBuffer(new byte[LogMark.BYTES]);
        new LogMark(7, 8, 9).put(journal, 0);
        try (ExclusivePublication old = node.archive.addRecordedExclusivePublication(
                "aeron:ipc?term-length=64k", MarkSnapshot.SERVICE_STREAM)) {
            for (UnsafeBuffer message : Arrays.asList(edge(0), edge(1), journal)) {
                Eventually.within(PlayedModule.PATIENCE, "it takes it", () -> old.offer(message) > 0);
            }
            Eventually.within(
                    PlayedModule.PATIENCE,
                    "the archive has it",
                    () -> recordings(MarkSnapshot.SERVICE_STREAM).size() == 1
                            && node.archive.getMaxRecordedPosition(0) == old.position());
        }

        MarkSnapshot.Content found = recorder.read(0, WAIT);

        assertEquals(new MarkSnapshot.Content(new LogMark(7, 8, 9), MarkSnapshot.NOBODY), found);
    }

    private static UnsafeBuffer edge(int number) {
        return new UnsafeBuffer(
                mark(1).service()[number], 0, mark(1).service()[number].capacity());
    }

    @Test
    void shouldDeleteWhatNoBookNamesAndNothingElse() {
        SeedMark named = kept(mark(1));
        SeedMark unnamed = kept(mark(2));
        ExclusivePublication other = node.archive.addRecordedExclusivePublication("aeron:ipc?term-length=64k", 7);
        Eventually.within(
                PlayedModule.PATIENCE, "it is begun", () -> recordings(7).size() == 1);
        recorder.close();
        assertHolds(mark(2), unnamed);

        recorder = recorder();
        recorder.deleteLeftOver(new RecordedMarks(List.of(named), -1), WAIT);

        assertEquals(List.of(named.serviceRecording()), recordings(MarkSnapshot.SERVICE_STREAM));
        assertEquals(List.of(named.moduleRecording()), recordings(MarkSnapshot.MODULE_STREAM));
        assertEquals(1, recordings(7).size());
        assertHolds(mark(1), named);
        other.close();
    }

    /** The book would name what a power cut takes away. */
    @Test
    void shouldKeepNoMarkThatTheArchiveHasNotWritten() {
        MarkSnapshot mark = mark(1);
        awaitRecordings();
        recorder.turn();
        CountDownLatch written = new CountDownLatch(1);
        node.atWrite = () -> await(written);

        assertNull(recorder.keep(mark));
        assertNull(recorder.keep(mark));
        written.countDown();

        assertHolds(mark, kept(mark));
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private void awaitRecordings() {
        Eventually.within(PlayedModule.PATIENCE, "they are begun", () -> {
            recorder.turn();
            return recordings(MarkSnapshot.SERVICE_STREAM).size() == 1
                    && recordings(MarkSnapshot.MODULE_STREAM).size() == 1;
        });
    }

    @Test
    void shouldRestForASecondBehindAFailure() {
        aeron.close();
        recorder.turn();
        assertEquals(1, faults.size());

        nowNs += TimeUnit.SECONDS.toNanos(1) - 1;
        recorder.turn();
        assertEquals(1, faults.size());

        nowNs++;
        recorder.turn();
        assertEquals(2, faults.size());
    }

    /** As on a full disk. */
    @Test
    void shouldGiveAMarkTheNextRecordingsWhereTheArchiveHasEndedOne() {
        MarkSnapshot mark = mark(1);
        awaitRecordings();
        long ended = recordings(MarkSnapshot.SERVICE_STREAM).get(0);
        Eventually.within(PlayedModule.PATIENCE, "it has begun to get it", () -> {
            recorder.turn();
            recorder.keep(mark);
            return node.archive.getMaxRecordedPosition(ended) > 0;
        });
        assertTrue(node.archive.tryStopRecordingByIdentity(ended));
        Eventually.within(PlayedModule.PATIENCE, "it is told", () -> {
            recorder.turn();
            return !faults.isEmpty();
        });
        assertEquals(
                "ERROR - recording " + ended + " for a mark has ended before it",
                faults.get(0).getMessage());
        nowNs += TimeUnit.SECONDS.toNanos(1);

        SeedMark kept = kept(mark);

        assertNotEquals(ended, kept.serviceRecording());
        assertHolds(mark, kept);
        assertEquals(1, faults.size());
    }

    @Test
    void shouldWaitForAnArchiveThatIsAwayAtFirst() {
        node.stopArchive();
        Eventually.within(PlayedModule.PATIENCE, "it is told", () -> {
            recorder.turn();
            return !faults.isEmpty();
        });
        node.startArchive();
        nowNs += TimeUnit.SECONDS.toNanos(1);

        SeedMark kept = kept(mark(1));

        assertEquals(mark(1).content(), recorder.read(kept.serviceRecording(), WAIT));
        assertEquals(1, faults.size());
    }
}
