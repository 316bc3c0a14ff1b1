package bankroll.cluster;

import static bankroll.cluster.ReaderSeat.BEGAN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.cluster.PlayedModule.Answer;
import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.testkit.Eventually;
import io.aeron.Aeron;
import io.aeron.CommonContext;
import io.aeron.Subscription;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.AgentTerminationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the log's thread reads, and tells a consensus module, which is played; for its marks see {@link LogReaderMarksTest}. */
class LogReaderTest {
    /** In four fragments. */
    private static final String LONG = "0123456789".repeat(500);

    @TempDir
    private Path directory;

    private Running node;
    private PlayedModule module;
    private ReaderSeat seat;

    @BeforeEach
    void start() throws Exception {
        node = new Running(directory.resolve("archive"));
        module = new PlayedModule(node, directory.resolve("consensus"), Optional.empty());
        seat = new ReaderSeat(node, module.options);
    }

    @AfterEach
    void close() {
        seat.close();
        module.close();
        node.close();
    }

    private void follow() {
        seat.started(module);
        join(0, false);
    }

    private void join(long position, boolean leads) {
        int before = module.answers().size();
        module.showLog(position, leads);
        seat.turnUntil("it joins", () -> module.answers().size() > before);
    }

    private Answer newest() {
        List<Answer> all = module.answers();
        return all.get(all.size() - 1);
    }

    private List<String> taken() {
        return seat.events.subList(1, seat.events.size());
    }

    @Test
    void shouldAnswerWhereItBeginsWithItsClientsNumber() {
        seat.started(module);

        assertEquals(List.of(new Answer(0, 0, seat.aeron.clientId(), 0)), module.answers());
        assertEquals(List.of("begin behind 3"), seat.events);
    }

    @Test
    void shouldAnswerThatItHasJoinedALog() {
        follow();

        assertEquals(new Answer(1, 0, Aeron.NULL_VALUE, 0), newest());
        assertFalse(seat.service.leads);
    }

    @Test
    void shouldReadNothingThatMostNodesDoNotHave() {
        follow();
        long first = module.write(BEGAN, "one");
        module.write(BEGAN, "two");
        seat.turns();
        assertEquals(List.of(), taken());

        module.commit(first);
        seat.turns();
        assertEquals(List.of("one"), taken());
        assertEquals(first, seat.service.position);
        assertEquals(1, seat.service.taken);

        module.commit();
        seat.turns();
        assertEquals(List.of("one", "two"), taken());
    }

    @Test
    void shouldTakeAMessageThatComesInFragmentsWhole() {
        follow();
        long end = writeLong();
        assertEquals(List.of(), taken());

        module.commit();
        seat.turns();
        assertEquals(List.of(LONG), taken());
        assertEquals(end, seat.service.position);
    }

    /** A message of which most nodes have two fragments; tells where it ends. */
    private long writeLong() {
        long end = module.write(BEGAN, LONG);
        module.commit(2 * PlayedModule.DATAGRAM);
        seat.turns();
        return end;
    }

    /** Where most nodes have the log can be within a message, and that is where a log is left in an election. */
    @Test
    void shouldPutAMessageTogetherThatBeginsInOneLogAndEndsInTheNext() {
        follow();
        long end = writeLong();
        int before = module.answers().size();

        module.showRest(BEGAN, LONG, 2);
        seat.turnUntil("it joins", () -> module.answers().size() > before);
        module.commit();
        seat.turns();

        assertEquals(List.of(LONG), taken());
        assertEquals(end, seat.service.position);
    }

    @Test
    void shouldTellOfANewTermAndWhoLeads() {
        follow();
        long end = module.writeTerm(PlayedModule.TERM, 2);
        module.commit();
        seat.turns();

        assertEquals(List.of("term 3"), taken());
        assertEquals(2, seat.service.leader);
        assertEquals(end, seat.service.position);
    }

    @Test
    void shouldAnswerAWantedPositionOnceItIsRead() {
        follow();
        long first = module.write(BEGAN, "one");
        long second = module.write(BEGAN, "two");
        module.wantAnswerAt(second);
        module.commit(first);
        seat.turns();
        assertEquals(2, module.answers().size());

        module.commit();
        seat.turns();
        assertEquals(new Answer(2, second, Aeron.NULL_VALUE, 0), newest());
        seat.turns();
        assertEquals(3, module.answers().size(), "once");
    }

    @Test
    void shouldGoOnInTheNextLogOnceTheOneBeforeIsReadToWhereThatBegins() {
        follow();
        long first = module.write(BEGAN, "one");
        long second = module.write(BEGAN, "two");
        module.commit(first);
        module.showLog(second, false);
        awaitImages(2);
        seat.turns();
        assertEquals(2, module.answers().size(), "it still has to read");

        module.commit(second);
        seat.turnUntil("it joins", () -> module.answers().size() > 2);
        assertEquals(new Answer(2, second, Aeron.NULL_VALUE, 0), newest());
        long third = module.write(BEGAN, "three");
        module.commit();
        seat.turns();
        assertEquals(List.of("one", "two", "three"), taken());
        assertEquals(third, seat.service.position);
    }

    /** So many logs are there for the reader's client. */
    private void awaitImages(int number) {
        try (Subscription all = seat.aeron.addSubscription(CommonContext.IPC_CHANNEL, PlayedModule.STREAM)) {
            Eventually.within(PlayedModule.PATIENCE, "it sees them", () -> all.imageCount() == number);
        }
    }

    @ParameterizedTest
    @CsvSource({"64, 0", "0, 64"})
    void shouldRefuseALogThatDoesNotGoOnWhereItHasRead(long begin, long said) {
        seat.started(module);
        module.showLog(begin, said, false);

        assertThrows(AgentTerminationException.class, () -> seat.turnUntil("it refuses", () -> false));

        assertEquals(1, seat.faults.size());
        ConditionException told = assertInstanceOf(ConditionException.class, seat.faults.get(0));
        assertEquals(ExitCode.IO, told.exitCode());
        String reason = "the log was read up to byte 0, and would go on from byte " + begin + ", where byte " + said;
        assertTrue(told.getMessage().startsWith(reason), told::getMessage);
        assertEquals(1, module.answers().size());
    }

    @Test
    void shouldSayThatItLeadsUntilTheLogEnds() {
        seat.started(module);
        join(0, true);
        assertTrue(seat.service.leads);
        assertEquals(1, seat.roleChanges.get());

        module.endLog();
        seat.turnUntil("it no longer leads", () -> !seat.service.leads);
        assertEquals(2, seat.roleChanges.get());

        join(0, true);
        assertTrue(seat.service.leads);
    }

    /** It may be elected while it still reads: the log that it writes is the same one, further on. */
    @Test
    void shouldLeadFromTheLogOnOfWhichThatIsSaid() {
        follow();
        long end = module.write(BEGAN, "one");
        module.showLog(end, true);
        awaitImages(2);
        seat.turns();
        assertFalse(seat.service.leads);

        module.commit(end);
        seat.turnUntil("it leads", () -> seat.service.leads);
        assertEquals(List.of("one"), taken());
    }

    @Test
    void shouldListenToNoLogThatHasEnded() {
        seat.started(module);
        join(0, true);
        assertTrue(module.isAnyLogHeard());

        module.endLog();
        seat.turnUntil("it no longer leads", () -> !seat.service.leads);

        assertFalse(module.isAnyLogHeard());
    }

    /** The module may be elected, or find another leader, before the log that it has named is there. */
    @Test
    void shouldListenNoLongerToALogThatNeverCameWhereAnotherOneIsNamed() {
        seat.started(module);
        module.nameLog(0, 0, false);
        seat.turnUntil("it listens", module::isAnyLogHeard);
        join(0, true);

        module.endLog();
        seat.turnUntil("it no longer leads", () -> !seat.service.leads);

        assertFalse(module.isAnyLogHeard());
    }

    @Test
    void shouldTellTheEngineWhatItCouldNotDoAndEnd() {
        IllegalStateException defect = new IllegalStateException("as wanted");
        seat.atMessage = () -> {
            throw defect;
        };
        follow();
        module.write(BEGAN, "one");
        module.commit();

        AgentTerminationException end =
                assertThrows(AgentTerminationException.class, () -> seat.turnUntil("it ends", () -> false));

        assertSame(defect, end.getCause());
        assertEquals(List.of(defect), seat.faults);
        assertEquals(0, seat.ended.get());
    }

    @Test
    void shouldEndTheNodeWhoseModuleSaysThatItEnds() {
        follow();
        module.sayThatItEnds();

        assertThrows(AgentTerminationException.class, () -> seat.turnUntil("it ends", () -> false));

        assertEquals(1, seat.ended.get());
        assertEquals(List.of(), seat.faults);
    }

    /** What it counted is a counter of somebody else's soon. */
    @Test
    void shouldEndTheNodeWhoseModuleIsGone() {
        follow();
        module.die();

        assertThrows(AgentTerminationException.class, () -> seat.turnUntil("it ends", () -> false));

        assertEquals(1, seat.ended.get());
        assertEquals(List.of(), seat.faults);
    }

    /** What its client has mapped is gone behind that: nobody may look at it any more. */
    @Test
    void shouldBeOverBeforeItsClientIs() throws Exception {
        seat.started(module);
        join(0, true);
        CountDownLatch asking = new CountDownLatch(1);
        seat.atForce = () -> {
            asking.countDown();
            Eventually.within(PlayedModule.PATIENCE, "its client waits", LogReaderTest::isAwaited);
        };
        seat.aheadNs += TimeUnit.SECONDS.toNanos(2);
        Thread thread = new Thread(this::turnUntilItEnds);
        thread.start();
        asking.await();

        seat.aeron.close();

        assertFalse(seat.service.leads, "it has closed");
        assertEquals(1, seat.ended.get());
        assertEquals(List.of(), seat.faults);
    }

    /** Whether another thread stands still in the reader. */
    private static boolean isAwaited() {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(thread -> thread.getKey() != Thread.currentThread())
                .flatMap(thread -> Arrays.stream(thread.getValue()))
                .anyMatch(frame -> frame.getClassName().equals(LogReader.class.getName()));
    }

    private void turnUntilItEnds() {
        try {
            seat.turnUntil("it ends", () -> false);
        } catch (AgentTerminationException told) {
            seat.reader.onClose();
        }
    }

    @Test
    void shouldEndWithoutAWordWhenItIsClosed() {
        seat.reader.begin(Thread::new);
        Eventually.within(
                PlayedModule.PATIENCE, "it begins", () -> !module.answers().isEmpty());

        seat.reader.close();

        assertEquals(0, seat.ended.get());
        assertEquals(List.of(), seat.faults);
    }

    @Test
    void shouldEndWithoutAWordWhenItIsClosedWhileItWaits() {
        module.die();
        Thread[] threads = new Thread[1];
        seat.reader.begin(work -> threads[0] = new Thread(work));
        Eventually.within(PlayedModule.PATIENCE, "it waits for a module", module::isCalled);

        seat.reader.close();

        assertEquals(0, seat.ended.get());
        assertEquals(List.of(), seat.faults);
        assertFalse(threads[0].isAlive());
    }
}
