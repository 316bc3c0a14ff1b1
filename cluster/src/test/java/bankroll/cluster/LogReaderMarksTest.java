package bankroll.cluster;

import static bankroll.cluster.ReaderSeat.BEGAN;
import static io.aeron.cluster.ConsensusModule.CLUSTER_ACTION_FLAGS_DEFAULT;
import static io.aeron.cluster.ConsensusModule.CLUSTER_ACTION_FLAGS_STANDBY_SNAPSHOT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.cluster.LogRetention.Extent;
import bankroll.cluster.PlayedModule.Answer;
import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.engine.LogMark;
import io.aeron.cluster.codecs.ClusterAction;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.AgentTerminationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The marks that the log's thread makes at what its log orders. */
class LogReaderMarksTest {
    private static final int LEADER = 2;

    @TempDir
    private Path directory;

    private Running node;
    private PlayedModule module;
    private ReaderSeat seat;
    /** Where the term began. */
    private long termBase;

    @BeforeEach
    void follow() throws Exception {
        node = new Running(directory.resolve("archive"));
        begin(Optional.empty());
        module.showLog(0, false);
        seat.turnUntil("it joins", () -> module.answers().size() == 2);
        termBase = module.write(BEGAN, "one");
        module.writeTerm(PlayedModule.TERM, LEADER);
        module.write(BEGAN, "two");
    }

    private void begin(Optional<SeedMark> mark) throws Exception {
        module = new PlayedModule(node, directory.resolve("consensus"), mark);
        seat = new ReaderSeat(node, module.options).started(module);
    }

    @AfterEach
    void close() {
        stop();
        node.close();
    }

    private void stop() {
        seat.close();
        module.close();
    }

    private long order() {
        long position = module.writeMark();
        module.commit();
        return position;
    }

    private long orderAsEarlierBuilds() {
        long position = module.write(ClusterAction.SNAPSHOT, CLUSTER_ACTION_FLAGS_DEFAULT);
        module.commit();
        return position;
    }

    private List<SeedMark> book() {
        return RecordedMarks.read(module.directory()).marks();
    }

    private static MarkSnapshot.Content content(int sequence) {
        return new MarkSnapshot.Content(new LogMark(sequence, sequence, sequence), LEADER);
    }

    private MarkSnapshot snapshot(int sequence, long position) {
        return MarkSnapshot.of(content(sequence), PlayedModule.TERM, termBase, position, PlayedModule.TIME_MS);
    }

    private void assertKept(MarkSnapshot wanted, SeedMark mark) {
        assertEquals(wanted.kept(mark.moduleRecording(), mark.serviceRecording()), mark);
        RecordedWords.assertHolds(node.archive, wanted, mark);
    }

    @Test
    void shouldKeepAMarkOfWhichTheModuleHearsNothing() {
        long position = order();
        seat.turnUntil("it is kept", () -> seat.service.lastMark != null);

        assertEquals(content(5).journal(), seat.service.lastMark);
        assertFalse(seat.service.isMarking);
        assertEquals(position, seat.service.position);
        assertEquals(1, book().size());
        assertKept(snapshot(5, position), book().get(0));
        assertEquals(2, module.answers().size());
        assertEquals(List.of(), seat.faults);
    }

    @Test
    void shouldReadOnWhileAMarkIsMade() {
        seat.isForced = false;
        long position = order();
        module.write(BEGAN, "three");
        module.commit();
        seat.turns();
        assertEquals("three", seat.events.get(seat.events.size() - 1));
        assertTrue(seat.service.isMarking);

        seat.isForced = true;
        seat.turnUntil("it is kept", () -> seat.service.lastMark != null);
        assertKept(snapshot(5, position), book().get(0));
    }

    @Test
    void shouldKeepMarksBehindEachOther() {
        long first = order();
        seat.turnUntil("it is kept", () -> book().size() == 1);
        module.write(BEGAN, "three");
        long second = order();
        seat.turnUntil("it is kept", () -> book().size() == 2);

        assertKept(snapshot(5, first), book().get(0));
        assertKept(snapshot(6, second), book().get(1));
    }

    @Test
    void shouldGoOnBehindAMarkThatItKept() throws Exception {
        order();
        seat.turnUntil("it is kept", () -> !book().isEmpty());
        SeedMark mark = book().get(0);
        seat.turnUntil("the next one's are begun", () -> services().size() == 2);
        long leftOver = services().get(1);
        stop();

        RecordedMarks.unite(module.directory());
        begin(Optional.of(mark));
        assertEquals(List.of("begin behind 5"), seat.events);
        assertEquals(List.of(new Answer(0, mark.position(), seat.aeron.clientId(), 0)), module.answers());
        assertEquals(LEADER, seat.service.leader);
        assertFalse(services().contains(leftOver), "it is nothing of a mark");

        module.showLog(mark.position(), false);
        seat.turnUntil("it joins", () -> module.answers().size() == 2);
        long next = order();
        seat.turnUntil("it is kept", () -> book().size() == 2);
        assertKept(snapshot(5, next), book().get(1));
    }

    /** Its consensus modules stand still meanwhile, and each has a part of its own. */
    @Test
    void shouldTellTheModuleOfAnEarlierBuildsLeaderWhichRecordingHoldsItsMark() {
        long position = orderAsEarlierBuilds();
        seat.turnUntil("it is answered", () -> module.answers().size() > 2);

        Answer answer = module.answers().get(2);
        assertEquals(new Answer(2, position, answer.relevant(), PlayedModule.TIME_MS), answer);
        assertEquals(
                RecordedWords.of(snapshot(5, position).service()),
                RecordedWords.of(node.archive, answer.relevant(), MarkSnapshot.SERVICE_STREAM));
        assertEquals(content(5).journal(), seat.service.lastMark);
        assertFalse(seat.service.isMarking);
        seat.manyTurns();
        assertEquals(List.of(), book(), "the module writes it into its own");

        long next = order();
        seat.turnUntil("it is kept", () -> !book().isEmpty());
        assertKept(snapshot(5, next), book().get(0));
        assertEquals(3, module.answers().size());
    }

    @Test
    void shouldTellTheModuleNothingBeforeAnEarlierBuildsMarkIsSafe() {
        seat.isForced = false;
        int[] looks = {10};
        seat.atForce = () -> seat.isForced = looks[0]-- <= 0;
        orderAsEarlierBuilds();
        seat.turnUntil("it is answered", () -> module.answers().size() > 2);

        assertTrue(looks[0] < 0, () -> looks[0] + " looks left");
    }

    @Test
    void shouldMakeNoMarkOfAnotherOrder() {
        module.write(ClusterAction.SUSPEND, CLUSTER_ACTION_FLAGS_DEFAULT);
        long end = module.write(ClusterAction.SNAPSHOT, CLUSTER_ACTION_FLAGS_STANDBY_SNAPSHOT);
        module.commit();
        seat.turnUntil("it is read", () -> seat.service.position == end);
        seat.turns();

        assertFalse(seat.service.isMarking);
        assertEquals(2, module.answers().size());
    }

    @Test
    void shouldKeepNoMarkBeforeItIsSafe() {
        seat.isForced = false;
        order();
        seat.turnUntil("the archive has it", this::isRecorded);
        seat.turns();

        assertTrue(seat.service.isMarking);
        assertNull(seat.service.lastMark);
        assertEquals(List.of(), book());
    }

    /** Whether the archive has all of a mark, which needs not be one. */
    private boolean isRecorded() {
        return has(MarkSnapshot.SERVICE_STREAM, snapshot(0, 0).service().length)
                && has(MarkSnapshot.MODULE_STREAM, snapshot(0, 0).module().length);
    }

    private List<Long> services() {
        return Extent.of(node.archive, MarkSnapshot.SERVICE_STREAM).ofStream().stream()
                .toList();
    }

    private boolean has(int stream, int messages) {
        return Extent.of(node.archive, stream).ofStream().stream()
                .anyMatch(recording -> node.archive.getMaxRecordedPosition(recording) >= messages * 64L);
    }

    /** What is behind the last confirmed message goes with the log, and another one may stand at its place. */
    @Test
    void shouldDropAMarkThatIsNotKeptWhenTheLogEnds() {
        seat.isForced = false;
        long first = order();
        seat.turnUntil("the archive has it", this::isRecorded);
        module.endLog();
        seat.turnUntil("it is dropped", () -> !seat.service.isMarking);
        seat.isForced = true;
        seat.turns();
        assertNull(seat.service.lastMark);
        assertEquals(List.of(), book());

        module.showLog(first, false);
        seat.turnUntil("it joins", () -> module.answers().size() == 3);
        module.write(BEGAN, "three");
        long second = order();
        seat.turnUntil("it is kept", () -> seat.service.lastMark != null);
        assertEquals(1, book().size());
        assertKept(snapshot(6, second), book().get(0));
    }

    /** On a node that is slower than marks come, none would ever be kept, nor be late. */
    @Test
    void shouldMakeAMarkToItsEndAndPassOverTheNext() {
        seat.isForced = false;
        long first = order();
        seat.turnUntil("the archive has it", this::isRecorded);
        module.write(BEGAN, "three");
        long second = order();
        seat.turnUntil("it is read", () -> seat.service.position == second);
        seat.isForced = true;
        seat.turnUntil("it is kept", () -> seat.service.lastMark != null);

        assertEquals(1, book().size());
        assertKept(snapshot(5, first), book().get(0));
    }

    @Test
    void shouldEndTheNodeWhoseMarkComesToNoEndForAMinute() {
        seat.isForced = false;
        long position = order();
        seat.turnUntil("it is read", () -> seat.service.position == position);
        seat.aheadNs += TimeUnit.SECONDS.toNanos(30);
        seat.turns();
        assertEquals(List.of(), seat.faults);

        seat.aheadNs += TimeUnit.SECONDS.toNanos(31);
        assertThrows(AgentTerminationException.class, seat::turns);

        ConditionException told = assertInstanceOf(ConditionException.class, seat.faults.get(0));
        assertEquals(ExitCode.IO, told.exitCode());
        assertTrue(told.getMessage().contains("comes to no end"), told::getMessage);
    }
}
