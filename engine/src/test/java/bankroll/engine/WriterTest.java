package bankroll.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.agent.AgentHost;
import bankroll.agent.Doorbell;
import bankroll.agent.FailurePolicy;
import bankroll.condition.Degradation;
import bankroll.engine.EngineStatus.Obstacle;
import bankroll.journal.Frame;
import bankroll.journal.Journal;
import bankroll.journal.JournalContext.SyncPolicy;
import bankroll.journal.memory.MemoryDisk;
import bankroll.journal.memory.MemoryJournalStore;
import bankroll.ledger.Ledger;
import bankroll.protocol.Answer;
import bankroll.protocol.CommandHeader;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.CommandHeader.Origin;
import bankroll.protocol.IdHasher;
import bankroll.protocol.Outcome;
import bankroll.protocol.Outcome.OutcomeRecord;
import bankroll.protocol.PlayerCommand;
import bankroll.protocol.PlayerItem;
import bankroll.protocol.Profile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.Agent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the writer's answers wait for (ARCHITECTURE.md, What always holds, 3), turn by turn, on a disk in memory. A stop that
 * waits for an answer that nobody gives heeds no interrupt: it is given up on a thread of its own.
 */
@Timeout(value = WriterTest.LIMIT_SECONDS, threadMode = ThreadMode.SEPARATE_THREAD)
class WriterTest {
    static final int LIMIT_SECONDS = 600;

    /** How often its bell has the writer look for work before it sleeps. */
    private static final int LOOKS = 64;

    private final MemoryDisk disk = new MemoryDisk();
    private final List<Agent> agents = new ArrayList<>();
    private final List<Request> published = new ArrayList<>();
    private Engine engine;
    private Doorbell syncerBell;
    private Doorbell writerBell;
    private FailurePolicy writerPolicy;
    private Thread sleeper = new Thread(() -> {});
    private Throwable stoppedBy;
    private boolean clockFails;
    private Runnable onFailure = () -> {};
    /** What happens in the next turn, whoever's it is, after it has begun. */
    private Runnable within = () -> {};

    private long nowNs;

    @BeforeEach
    void launch(@TempDir Path data) {
        launch(data, SyncPolicy.ALWAYS);
    }

    private void launch(Path data, SyncPolicy policy) {
        EngineContext context = new EngineContext()
                .dataDirectory(data)
                .snapshotEveryTransactions(0)
                .failStop(cause -> stoppedBy = cause)
                .nanoClock(this::nanoTime);
        context.journal().syncPolicy(policy);
        context.journalOpener(journal -> new MemoryJournalStore(disk));
        engine = Engine.launch(context.agentHost((agent, idle, failed) -> {
            agents.add(agent);
            if (agent instanceof JournalSyncer) {
                syncerBell = idle;
            } else if (agent instanceof LedgerAgent) {
                writerBell = idle;
                writerPolicy = failed;
            }
            return new SleeperOf(idle);
        }));
    }

    /** An agent without a thread that sleeps when somebody sleeps at its bell. */
    private record SleeperOf(Doorbell bell) implements AgentHost.Hosted {
        @Override
        public void end() {}

        @Override
        public boolean isAsleep() {
            return bell.isAsleep();
        }
    }

    /** A stop waits for what is under way, and nobody else turns the agents. */
    @AfterEach
    @Timeout(value = LIMIT_SECONDS, threadMode = ThreadMode.SEPARATE_THREAD)
    void close() throws InterruptedException {
        writerBell.ring();
        sleeper.join();
        disk.late(false);
        turn("ledger");
        turn("journal-syncer");
        engine.close();
    }

    @Test
    void shouldAnswerNobodyBeforeTheForce() {
        Request opening = open("ann");
        Request question = balance("ann");
        turn("ledger");
        assertEquals(List.of(), published);

        turn("journal-syncer");

        assertEquals(List.of(opening, question), published);
        assertEquals(new Answer.Balance(0, "EUR"), question.answer(Answer.Balance.class));
    }

    @Test
    void shouldAnswerAQuestionAboutWhatIsOnDiskWithoutTheSyncer() {
        open("ann");
        turn("ledger");
        turn("journal-syncer");
        published.clear();
        hear(syncerBell);

        Request question = balance("ann");
        turn("ledger");

        assertEquals(List.of(question), published);
        assertFalse(syncerBell.isRung());
        assertEquals(0, engine.status().inFlight());
    }

    @Test
    void shouldAnswerABalanceOnTheThreadThatAsksWhileTheWriterSleeps() {
        open("ann");
        turn("ledger");
        turn("journal-syncer");
        published.clear();
        fallAsleep();

        Request question = balance("ann");

        assertEquals(List.of(question), published);
        assertEquals(new Answer.Balance(0, "EUR"), question.answer(Answer.Balance.class));
        assertEquals(0, engine.status().inFlight());
        assertTrue(writerBell.isAsleep());
    }

    @Test
    void shouldLetNobodyHearOfWhatIsNotOnDiskWhileTheWriterSleeps() {
        Request opening = open("ann");
        turn("ledger");
        hear(syncerBell);
        fallAsleep();

        Request question = balance("ann");
        assertEquals(List.of(), published);
        assertTrue(syncerBell.isRung());

        turn("journal-syncer");
        assertEquals(List.of(opening, question), published);
    }

    @Test
    void shouldLeaveCommandsAndWhatComesBehindThemToTheWriter() throws InterruptedException {
        fallAsleep();
        Request opening = open("ann");
        awaitWakening();
        fallAsleep();

        Request question = balance("ann");
        awaitWakening();
        assertEquals(1, engine.status().sequence());

        turn("ledger");
        turn("journal-syncer");
        assertEquals(List.of(opening, question), published);
        assertEquals(new Answer.Balance(0, "EUR"), question.answer(Answer.Balance.class));
    }

    @Test
    void shouldLeaveLongerQuestionsToTheWriter() throws InterruptedException {
        fallAsleep();
        Request question = ask(CommandType.PLAYER, "ann");

        assertEquals(List.of(), published);
        awaitWakening();
        turn("ledger");
        turn("journal-syncer");
        assertEquals(List.of(question), published);
    }

    @Test
    void shouldStopWhenAQuestionFailsOnTheThreadThatAsks() {
        fallAsleep();
        clockFails = true;

        balance("ann");
        clockFails = false;

        assertEquals("no clock", stoppedBy.getMessage());
        assertFalse(engine.submit(request("ann")));
    }

    /** It has found the seat taken, and sleeps again. */
    @Test
    void shouldWakeTheWriterThatCameWhileAGuestSatThere() throws InterruptedException {
        fallAsleep();
        within = () -> turn("ledger");

        Request question = balance("ann");

        assertEquals(List.of(question), published);
        awaitWakening();
    }

    /** The writer may have looked at the ring for the last time in its turn. */
    @Test
    void shouldWakeTheWriterForAQuestionThatCameDuringItsTurn() throws InterruptedException {
        open("ann");
        fallAsleep();
        List<Request> questions = new ArrayList<>();
        within = () -> {
            questions.add(balance("ann"));
            assertEquals(List.of(), published, "it is the writer's turn");
        };
        turn("ledger");
        turn("journal-syncer");

        assertEquals(2, published.size());
        assertEquals(new Answer.Balance(0, "EUR"), questions.get(0).answer(Answer.Balance.class));
        awaitWakening();
    }

    @Test
    void shouldLeaveAQuestionToTheGuestThatSitsThere() {
        fallAsleep();
        List<Request> questions = new ArrayList<>();
        within = () -> {
            questions.add(balance("bob"));
            assertEquals(List.of(), published, "it is the guest's turn");
        };

        Request first = balance("ann");

        assertEquals(List.of(first, questions.get(0)), published);
        assertTrue(writerBell.isAsleep());
    }

    @Test
    void shouldLetNobodySitInTheWritersSeatAfterItsEnd() throws InterruptedException {
        fallAsleep();
        end("ledger");

        balance("ann");

        assertEquals(List.of(), published);
        awaitWakening();
        writerPolicy.onError(new IllegalStateException("nobody waits for its answer"));
    }

    /** Whoever's turn failed still has the seat. */
    @Test
    @Timeout(value = LIMIT_SECONDS, threadMode = ThreadMode.SEPARATE_THREAD)
    void shouldEndTheWriterAfterAGuestsFailureWithoutWaitingForItsSeat() {
        fallAsleep();
        clockFails = true;
        balance("ann");
        clockFails = false;

        end("ledger");
        assertEquals("no clock", stoppedBy.getMessage());
    }

    @Test
    @Timeout(value = LIMIT_SECONDS, threadMode = ThreadMode.SEPARATE_THREAD)
    void shouldEndTheWriterAfterItsFailureWithoutWaitingForItsSeat() {
        open("ann");
        clockFails = true;
        IllegalStateException failure = assertThrows(IllegalStateException.class, () -> turn("ledger"));
        clockFails = false;
        writerPolicy.onError(failure);

        end("ledger");
        assertEquals(List.of(), published);
    }

    /** Memory may be ahead of the journal then, and the process needs a moment to end. */
    @Test
    void shouldDecideNothingBehindAQuestionThatFailed() {
        fallAsleep();
        clockFails = true;
        onFailure = () -> open("ann");

        balance("ann");
        clockFails = false;
        turn("ledger");
        turn("journal-syncer");

        assertEquals("no clock", stoppedBy.getMessage());
        assertEquals(List.of(), published);
        assertEquals(1, engine.status().sequence());
    }

    /** Whoever saw the writer asleep may come only after it has woken, and failed. */
    @Test
    void shouldTellNobodyOfABookingThatCouldNotBeAppended(@TempDir Path data) {
        engine.close();
        agents.clear();
        launch(data, SyncPolicy.NONE);
        open("ann");
        disk.failAppendAfter(0);
        IllegalStateException failure = assertThrows(IllegalStateException.class, () -> turn("ledger"));
        fallAsleep();

        balance("ann");
        writerPolicy.onError(failure);

        assertEquals(List.of(), published);
    }

    @Test
    void shouldWakeTheSyncerWhenATurnIsOver() {
        turn("ledger");
        hear(syncerBell);
        open("ann");
        turn("ledger");

        assertTrue(syncerBell.isRung());
    }

    @Test
    void shouldLetAQuestionWaitForWhatItHasSeen() {
        open("ann");
        Request question = balance("ann");
        turn("ledger");

        assertEquals(engine.status().sequence(), question.awaitedSequence);
        assertEquals(2, question.awaitedSequence);
    }

    @Test
    void shouldNotFallBehindWhatWasReleasedByAQuestion() {
        open("ann");
        turn("ledger");
        turn("journal-syncer");
        balance("ann");
        turn("ledger");
        turn("journal-syncer");

        assertEquals(2, engine.status().syncedSequence());
    }

    @Test
    void shouldLetAChangeThatChangesNothingWaitToo() {
        open("ann");
        Request again = open("ann");
        turn("ledger");

        assertEquals(Outcome.EXISTS, outcome(again));
        assertEquals(2, again.awaitedSequence);
    }

    @Test
    void shouldDecideNothingWithoutRoomAndAnswerQuestions() {
        open("ann");
        turn("ledger");
        Request refused = open("bob");
        Request question = balance("bob");
        disk.full(true);
        turn("ledger");

        assertTrue(refused.isRefused());
        assertEquals(Outcome.UNAVAILABLE, outcome(refused));
        assertEquals(2, engine.status().sequence());
        assertFalse(question.isRefused());
        assertEquals(Outcome.PLAYER_NOT_FOUND, outcome(question));

        disk.full(false);
        Request later = open("bob");
        turn("ledger");
        assertEquals(Outcome.CREATED, outcome(later));
    }

    @Test
    void shouldLetCommandsWaitInTheirOrderForTheNextFileWhileQuestionsGoOn() {
        disk.late(true);
        Request first = open("ann");
        Request second = open("ann");
        Request question = balance("ann");
        turn("ledger");
        turn("journal-syncer");
        assertEquals(List.of(question), published);
        assertEquals(Outcome.PLAYER_NOT_FOUND, outcome(question));
        assertEquals(0, engine.status().requestsRefused());

        nowNs += TimeUnit.MILLISECONDS.toNanos(1_500);
        disk.late(false);
        turn("ledger");
        turn("journal-syncer");

        assertEquals(List.of(question, first, second), published);
        assertEquals(Outcome.CREATED, outcome(first));
        assertEquals(Outcome.EXISTS, outcome(second));
        assertEquals(new EngineStatus.Waits(1, 1_500), engine.status().waits());
    }

    @Test
    void shouldRefuseWhatWaitedForTheNextFileUntilItsPatienceWasOverAndBookNothingOfIt() {
        disk.late(true);
        Request early = open("ann");
        turn("ledger");
        nowNs += TimeUnit.SECONDS.toNanos(1);
        Request later = open("bob");
        turn("ledger");
        nowNs += TimeUnit.SECONDS.toNanos(1);
        turn("ledger");
        turn("journal-syncer");

        assertEquals(List.of(early), published);
        assertTrue(early.isRefused());
        assertEquals(Outcome.UNAVAILABLE, outcome(early));
        assertEquals(1, engine.status().refusedBy().get(Refusal.NEXT_FILE));
        assertEquals(1, engine.status().sequence());

        disk.late(false);
        turn("ledger");
        assertEquals(Outcome.CREATED, outcome(later));
    }

    @Test
    void shouldRefuseWhatWaitsAtOnceWhenTheDiskTurnsOutToBeFull() {
        disk.late(true);
        Request waiting = open("ann");
        turn("ledger");
        disk.full(true);
        disk.late(false);
        turn("ledger");

        assertTrue(waiting.isRefused());
        assertEquals(1, engine.status().refusedBy().get(Refusal.DISK));
    }

    @Test
    void shouldCountEachRefusalWithItsReason() {
        disk.full(true);
        assertFalse(engine.submit(request("ann")));
        disk.full(false);
        engine.stopAccepting();
        assertFalse(engine.submit(request("ann")));

        assertEquals(1, engine.status().refusedBy().get(Refusal.DISK));
        assertEquals(1, engine.status().refusedBy().get(Refusal.STOPPING));
        assertEquals(2, engine.status().requestsRefused());
    }

    @Test
    void shouldWarnThatBookingsHadToWaitOnceAMinuteAtMost() {
        try (Logged log = new Logged(CapacityAgent.class)) {
            for (int wait = 0; wait < 3; wait++) {
                disk.late(true);
                open("ann" + wait);
                turn("ledger");
                nowNs += TimeUnit.MILLISECONDS.toNanos(1_100);
                disk.late(false);
                turn("ledger");
                turn("capacity");
            }
            nowNs += TimeUnit.MINUTES.toNanos(1);
            turn("capacity");

            assertEquals(2, log.lines().size(), log.lines()::toString);
            assertTrue(
                    log.lines().get(0).startsWith("WARN Bookings waited 1 times for the journal's next file, 1100 ms"),
                    log.lines()::toString);
            assertTrue(log.lines().get(1).startsWith("WARN Bookings waited 2 times"), log.lines()::toString);
        }
    }

    @Test
    void shouldTellAStandstillWhenRequestsAreUnderWayAndNoneIsAnswered() {
        try (Logged log = new Logged(CommandRing.class)) {
            passSeconds(60);
            assertEquals(List.of(), engine.status().obstacles(), "nobody asks: that is no standstill");

            open("ann");
            passSeconds(3);
            assertEquals(List.of(), engine.status().obstacles());
            passSeconds(2);

            Obstacle obstacle = engine.status().obstacles().get(0);
            assertEquals(Obstacle.Kind.STANDSTILL, obstacle.kind());
            assertTrue(obstacle.refusesBookings() && obstacle.stopsReads());
            assertTrue(obstacle.words().startsWith("nothing was answered for 4 s, 1 requests"), obstacle::words);

            turn("ledger");
            turn("journal-syncer");
            passSeconds(1);
            assertEquals(List.of(), engine.status().obstacles());
            assertEquals(2, log.lines().size(), log.lines()::toString);
        }
    }

    private void passSeconds(int seconds) {
        for (int second = 0; second < seconds; second++) {
            nowNs += TimeUnit.SECONDS.toNanos(1);
            turn("capacity");
        }
    }

    @Test
    void shouldStopWhenLedgerAndJournalCountDifferently() {
        Frame.Sealer sealer = new Frame.Sealer();
        sealer.continueAfter(5, 0);
        try (Ledger ledger = new Ledger(5)) {
            WriterClock clock = new WriterClock(() -> 1, () -> 1, 0, 0, 0, new Degradation(() -> 1));
            Journal journal = new Careless();
            EngineContext context = new EngineContext().tableMemoryBytes(Long.MAX_VALUE);
            BookingGate gate = new BookingGate(ledger, journal, null, null, context);
            LedgerAgent.Executor executor = new LedgerAgent.Executor(ledger, journal, sealer);
            LedgerAgent writer = new LedgerAgent(null, ledger, executor, clock, null, null, gate);
            Request request = request("ann");

            IllegalStateException stopped = assertThrows(IllegalStateException.class, () -> writer.process(request));

            assertEquals("the journal is at 6, the ledger at 1", stopped.getMessage());
        }
    }

    private long nanoTime() {
        Runnable now = within;
        within = () -> {};
        now.run();
        if (clockFails) {
            onFailure.run();
            throw new IllegalStateException("no clock");
        }
        return nowNs;
    }

    /** As the writer's thread does that finds no work: a few looks, then asleep until somebody rings. */
    private void fallAsleep() {
        hear(writerBell);
        sleeper = new Thread(() -> {
            writerBell.reset();
            writerBell.sleepAtMost(TimeUnit.MINUTES.toNanos(1));
            for (int look = 0; look <= LOOKS; look++) {
                writerBell.idle();
            }
        });
        sleeper.start();
        while (!writerBell.isAsleep()) {
            Thread.onSpinWait();
        }
    }

    /** Whether somebody has woken it; waits until it is so. */
    private void awaitWakening() throws InterruptedException {
        sleeper.join(TimeUnit.SECONDS.toMillis(30));
        assertFalse(sleeper.isAlive(), "nobody has woken the writer");
    }

    private static void hear(Doorbell bell) {
        while (bell.isRung()) {
            bell.idle();
        }
    }

    private void turn(String role) {
        for (Agent agent : agents) {
            if (agent.roleName().equals(role)) {
                try {
                    agent.doWork();
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }
        }
    }

    private void end(String role) {
        agents.stream().filter(agent -> agent.roleName().equals(role)).forEach(Agent::onClose);
    }

    private Request open(String player) {
        Request request = request(player);
        assertTrue(engine.submit(request));
        return request;
    }

    private Request request(String player) {
        Request request = new Request(published::add);
        int item = begin(request, CommandType.PLAYERS);
        Profile profile = new Profile(player, null, null, null, null);
        int end = PlayerItem.put(request.frame(), item, hasher(), "EUR", profile);
        request.commandLength(end - Request.COMMAND_OFFSET);
        return request;
    }

    private Request balance(String player) {
        return ask(CommandType.BALANCE, player);
    }

    private Request ask(CommandType question, String player) {
        Request request = new Request(published::add);
        int item = begin(request, question);
        int end = PlayerCommand.put(request.frame(), item, hasher(), player).position();
        request.commandLength(end - Request.COMMAND_OFFSET);
        assertTrue(engine.submit(request));
        return request;
    }

    private static int begin(Request request, CommandType type) {
        return CommandHeader.put(request.frame(), Request.COMMAND_OFFSET, type, 1, Origin.operator("test"));
    }

    private IdHasher hasher() {
        return new IdHasher(engine.hashKey(), "");
    }

    private static Outcome outcome(Request request) {
        return OutcomeRecord.outcome(request.frame(), request.outcomeOffset(0));
    }

    /** Takes whatever comes, in whatever order. */
    private static final class Careless implements Journal {
        @Override
        public boolean hasRoom(int length) {
            return true;
        }

        @Override
        public void append(DirectBuffer frame, int offset, int length, long sequence) {}

        @Override
        public long force() {
            return 0;
        }

        @Override
        public long lastAppended() {
            return 0;
        }

        @Override
        public long lastForced() {
            return 0;
        }

        @Override
        public void close() {}
    }
}
