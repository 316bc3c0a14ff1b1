package bankroll.engine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.engine.EngineStatus.Obstacle;
import bankroll.engine.LogIngress.LeadFitness;
import bankroll.journal.JournalContext.SyncPolicy;
import bankroll.journal.memory.MemoryDisk;
import bankroll.journal.memory.MemoryJournalStore;
import bankroll.ledger.Asked;
import bankroll.protocol.Answer;
import bankroll.protocol.CommandHeader;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.CommandHeader.Origin;
import bankroll.protocol.HashKey;
import bankroll.protocol.IdHasher;
import bankroll.protocol.Outcome;
import bankroll.protocol.Outcome.OutcomeRecord;
import bankroll.protocol.PlayerCommand;
import bankroll.protocol.PlayerItem;
import bankroll.protocol.Profile;
import bankroll.protocol.TransactionItem;
import bankroll.protocol.TransferItem;
import bankroll.protocol.TransferType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One node at a log that the test holds in its hands, turn by turn; the whole of it is in the cluster's simulation. */
class LogMemberTest {
    private static final long DAY_MS = 86_400_000;

    @TempDir
    private Path data;

    private LosingDisk disk = new LosingDisk();
    private final List<Agent> agents = new ArrayList<>();
    private final List<Request> published = new ArrayList<>();
    private HeldLog log = new HeldLog();
    private Engine engine;
    private Throwable stoppedBy;
    private long wallMs = 1_000_000;
    private long passedNs;
    private long everyTransactions;

    private static final class LosingDisk extends MemoryDisk {
        private void loseAfter(int frames) {
            keep(frames, frames);
        }
    }

    /** A log that gives a message when it is told to. */
    private static final class HeldLog implements CommandLog {
        private final List<byte[]> messages = new ArrayList<>();
        private Member member;
        private long term = NO_TERM;
        private int given;
        private long timeMs = 1_000;
        private int passedOn;
        private double phase;
        private String leader = "the other one";

        @Override
        public void join(Member value) {
            member = value;
            member.begin(LogMark.START);
        }

        @Override
        public int turn() {
            return 0;
        }

        @Override
        public long term() {
            return term;
        }

        @Override
        public boolean offer(DirectBuffer message, int offset, int length) {
            byte[] bytes = new byte[length];
            message.getBytes(offset, bytes);
            return messages.add(bytes);
        }

        @Override
        public int mostBytes() {
            return 1 << 16;
        }

        @Override
        public double phase() {
            return phase;
        }

        @Override
        public void passOn() {
            passedOn++;
        }

        @Override
        public String leader() {
            return leader;
        }

        @Override
        public void leave() {
            term = NO_TERM;
        }

        private boolean give() {
            byte[] message = messages.get(given);
            boolean isTaken = member.take(new UnsafeBuffer(message), 0, message.length, timeMs + given);
            given += isTaken ? 1 : 0;
            return isTaken;
        }

        private void giveAll() {
            while (given < messages.size()) {
                assertTrue(give());
            }
        }

        /** The same messages, for a process that starts again. */
        private HeldLog again() {
            HeldLog log = new HeldLog();
            log.messages.addAll(messages);
            return log;
        }
    }

    @AfterEach
    void close() {
        if (engine != null) {
            log.giveAll();
            turn("log-ingress");
            turn("journal-syncer");
            assertEquals(0, engine.status().inFlight(), "a stop would wait for it");
            engine.close();
        }
    }

    @Test
    void shouldTakeNothingWhileAnotherNodeLeads() {
        launch(log);
        turn("log-ingress");

        assertFalse(engine.submit(request(CommandType.COUNTS, new byte[16])));
        assertEquals(1, engine.status().refusedBy().get(Refusal.FOLLOWER));
        Obstacle obstacle = engine.status().obstacles().get(0);
        assertEquals(Obstacle.Kind.FOLLOWER, obstacle.kind());
        assertTrue(obstacle.stopsReads(), "reads are the leader's");
        assertEquals("another node of the cluster leads: the other one", obstacle.words());
    }

    @Test
    void shouldNotSayThatNobodyLeadsWhereItHearsOfNobody() {
        log.leader = "";
        launch(log);

        Obstacle obstacle = engine.status().obstacles().get(0);
        assertEquals("this node doesn't know which node of the cluster leads", obstacle.words());
    }

    @Test
    void shouldLearnTheKeyFromTheLog() {
        launch(log);
        assertNull(engine.hashKey());

        lead(1);

        assertEquals(1, engine.status().sequence());
        assertEquals(
                engine.hashKey() == null ? null : engine.ledgerId().text(),
                engine.status().ledgerId().text());
    }

    @Test
    void shouldAnswerNobodyBeforeTheLogGivesTheMessageBack() {
        launch(log);
        lead(1);
        Request opening = open("ann");
        Request question = balance("ann");
        turn("log-ingress");
        log.member.beginTerm(1);
        log.member.turn();
        turn("journal-syncer");
        assertEquals(List.of(), published);

        log.giveAll();
        turn("journal-syncer");

        assertEquals(List.of(opening, question), published);
        assertEquals(Outcome.CREATED, outcome(opening));
        assertEquals(new Answer.Balance(0, "EUR"), question.answer(Answer.Balance.class));
    }

    /** So the others can hold all of their journal before the term against it. */
    @Test
    void shouldSayWithATermsFirstMessageWhatTheChainIsOfAllBefore() {
        launch(log);
        lead(1);
        electAgain(2);
        Request opening = open("ann");
        turn("log-ingress");
        assertEquals(1, log.messages.size(), "the chain is not there yet");

        turn("chain-sealer");
        turn("log-ingress");

        assertEquals(3, log.messages.size());
        assertEquals(1, new UnsafeBuffer(log.messages.get(1)).getLong(LogMessage.CHAIN_OFFSET));
        log.giveAll();
        assertEquals(Outcome.CREATED, outcome(opening));
    }

    /** Nobody can be answered meanwhile, and by none of the others. */
    @Test
    void shouldEndWhereItIsElectedAndItsChainCanOpenNoFile() {
        launch(log);
        lead(1);
        disk.unreadable(true);
        turn("chain-sealer");
        electAgain(2);
        passedNs += LeadFitness.PATIENCE_NS;
        electAgain(3);

        passedNs += LeadFitness.PATIENCE_NS;
        Throwable end = assertThrows(IllegalStateException.class, () -> turn("log-ingress"))
                .getCause();
        assertEquals(ExitCode.IO, ConditionException.exitCodeOf(end));
        assertTrue(end.getMessage().contains("can't begin to lead"), end::getMessage);
        assertEquals(1, log.messages.size(), "it has begun nothing");
    }

    @Test
    void shouldBeProvedToHaveTheLeadersJournalOnceItsChainIsBehindTheFirstEntryOfTheTerm() {
        launch(log);
        assertTrue(log.member.isProved(), "there is nothing before");
        log.member.beginTerm(1);
        assertFalse(log.member.isProved());
        lead(1);
        assertFalse(log.member.isProved());

        turn("chain-sealer");
        assertTrue(log.member.isProved());

        log.member.beginTerm(2);
        assertFalse(log.member.isProved());
    }

    /** A prefix of its journal is the leader's, and what it has more was nobody's: the leader doesn't say the chain of that. */
    @Test
    void shouldNotBeProvedByWhatTheChainIsOfFewerEntriesThanItHas() {
        launch(log);
        lead(1);
        turn("chain-sealer");
        lead(2);
        turn("chain-sealer");
        byte[] ofOneEntry = log.messages.get(1);
        log.member.beginTerm(3);
        log.messages.add(ofOneEntry);
        log.giveAll();
        turn("chain-sealer");
        assertEquals(3, engine.status().chainHead().sequence());
        assertFalse(log.member.isProved(), "the leader had one entry, this node has two");

        open("ann");
        turn("log-ingress");
        log.giveAll();
        turn("chain-sealer");
        assertTrue(log.member.isProved());
    }

    /** Two logs of different bookings can be of the same number of entries. */
    @Test
    void shouldHoldItsChainAgainstThatOfTheNextLeaderAlsoWhereTheLastOneSaidAnotherOfAsManyEntries() {
        launch(log);
        lead(1);
        turn("chain-sealer");
        balance("ann");
        turn("log-ingress");
        log.giveAll();
        log.member.beginTerm(2);
        byte[] another = log.messages.get(0).clone();
        new UnsafeBuffer(another).putLong(LogMessage.CHAIN_OFFSET, 1);
        log.messages.add(another);
        log.giveAll();

        turn("chain-sealer");

        assertInstanceOf(ConditionException.class, stoppedBy);
        assertFalse(log.member.isProved());
    }

    @Test
    void shouldRefuseWhatALaterTermDidNotBring() {
        launch(log);
        lead(1);
        Request lost = open("ann");
        turn("log-ingress");
        log.messages.remove(log.messages.size() - 1);

        log.member.beginTerm(2);
        turn("journal-syncer");

        assertTrue(lost.isRefused());
        assertEquals(1, engine.status().sequence());
    }

    /** Read again by a node that doesn't lead, what was offered need not be on most nodes: another may lead without it. */
    @Test
    void shouldAnswerNobodyByWhatTheLogBringsOnceTheLeadHasEnded() {
        launch(log);
        lead(1);
        Request opening = open("ann");
        Request question = balance("ann");
        turn("log-ingress");

        log.member.endLead();
        turn("journal-syncer");
        assertTrue(opening.isRefused());
        assertTrue(question.isRefused());

        log.giveAll();
        turn("journal-syncer");
        assertEquals(2, engine.status().sequence(), "it is decided all the same");
        assertEquals(List.of(opening, question), published);
    }

    /** The ingress may still be at the last term while the log's thread is told of the next. */
    @Test
    void shouldRefuseWhatIsOfferedInATermThatIsOver() {
        launch(log);
        lead(1);
        log.member.beginTerm(2);
        Request late = open("ann");
        turn("log-ingress");
        log.messages.remove(log.messages.size() - 1);
        assertFalse(late.isRefused());

        log.member.turn();
        turn("journal-syncer");

        assertTrue(late.isRefused());
    }

    @Test
    void shouldDecideLaterWhatTheJournalHasNoRoomFor() {
        launch(log);
        lead(1);
        open("ann");
        turn("log-ingress");
        disk.full(true);
        assertFalse(log.give());
        assertEquals(1, engine.status().sequence());

        disk.full(false);

        assertTrue(log.give());
        assertEquals(2, engine.status().sequence());
    }

    /** Another node's disk may have room; this one would refuse every booking for as long as it leads. */
    @Test
    void shouldAskAnotherNodeToLeadWhenItsOwnDiskHasNoRoom() {
        launch(log);
        lead(1);
        disk.full(true);
        turn("log-ingress");
        assertEquals(0, log.passedOn);

        passedNs += LeadFitness.PATIENCE_NS;
        log.term = CommandLog.NO_TERM;
        turn("log-ingress");
        assertEquals(0, log.passedOn, "it doesn't lead");
        log.term = 1;
        turn("log-ingress");
        passedNs += LeadFitness.PATIENCE_NS;
        turn("log-ingress");
        assertEquals(1, log.passedOn);
        disk.full(false);
    }

    @Test
    void shouldRefuseACommandThatIsTooLongForTheLog() {
        launch(log);
        lead(1);
        Request tooLong = request(CommandType.CONFIRM_CLOCK, new byte[1 << 16]);
        Request alsoTooLong = request(CommandType.PLAYERS, new byte[1 << 16]);
        assertTrue(engine.submit(tooLong));
        assertTrue(engine.submit(alsoTooLong));

        turn("log-ingress");

        assertEquals(Outcome.CONFLICT, outcome(tooLong), "the clock made no step, whatever else is wrong");
        assertTrue(alsoTooLong.isRefused());
        assertEquals(1, log.messages.size());
    }

    @Test
    void shouldFollowAConfirmedClockOnlyWhenTheLogHasGivenTheCommandBack() {
        wallMs = 1_000_000;
        launch(log);
        lead(1);
        long beforeMs = log.member.clock().getAsLong();
        wallMs += 7_200_000;
        assertTrue(log.member.clock().getAsLong() < beforeMs + 7_200_000, "two hours in no time");
        Request confirmation = request(CommandType.CONFIRM_CLOCK, new byte[0]);
        assertTrue(engine.submit(confirmation));

        turn("log-ingress");
        assertTrue(log.member.clock().getAsLong() < beforeMs + 7_200_000, "most nodes have not said so");

        log.giveAll();
        assertEquals(wallMs, log.member.clock().getAsLong());
    }

    @Test
    void shouldFindItsEntriesAgainAfterAStart() {
        launch(log);
        lead(1);
        open("ann");
        turn("log-ingress");
        log.giveAll();
        startAgainAfterACrash();

        assertEquals(2, engine.status().sequence());
        lead(2);
        assertEquals(3, engine.status().sequence());
    }

    /** Another node began to lead before it had heard of the key. With two of them, no id would be found again. */
    @Test
    void shouldKeepTheKeyThatCameFirst() {
        launch(new HeldLog());
        lead(1);
        byte[] another = log.messages.get(0);
        crash();
        disk = new LosingDisk();
        launch(new HeldLog());
        lead(1);
        HashKey first = engine.hashKey();

        log.messages.add(another);
        log.giveAll();

        assertEquals(2, engine.status().sequence());
        assertEquals(first, engine.hashKey());
        startAgainAfterACrash();
        assertEquals(first, engine.hashKey());
        lead(2);
        assertEquals(3, engine.status().sequence(), "it has found both entries again");
    }

    @Test
    void shouldFindABatchAndItsWindowsAgainAfterAStart() {
        launch(log);
        lead(1);
        credit();
        credit();
        assertEquals(4, engine.status().sequence(), "key, windows, and two batches");
        startAgainAfterACrash();

        assertEquals(4, engine.status().sequence());
        lead(2);
        assertEquals(5, engine.status().sequence());
    }

    /** Its windows are of the day on which it was offered; the batch is sent again, and books then. */
    @Test
    void shouldRefuseABatchThatTheLogBringsOnTheNextDay() {
        launch(log);
        lead(1);
        credit();
        Request late = offerCredit();
        log.timeMs = DAY_MS - log.given;

        log.giveAll();
        turn("journal-syncer");

        assertTrue(late.isRefused());
        assertEquals(3, engine.status().sequence());
        wallMs = DAY_MS;
        passedNs = DAY_MS * 1_000_000;
        credit();
        assertEquals(5, engine.status().sequence(), "new windows, and a batch");
    }

    @Test
    void shouldRefuseWhatTheLogHasPassedOver() {
        launch(log);
        lead(1);
        Request lost = open("ann");
        Request kept = open("bob");
        turn("log-ingress");
        log.messages.remove(log.messages.size() - 2);

        log.giveAll();
        turn("journal-syncer");

        assertTrue(lost.isRefused());
        assertFalse(kept.isRefused());
        assertEquals(Outcome.CREATED, outcome(kept));
    }

    /** A mark that was noted too early would have a start look for an entry that the power took. */
    @Test
    void shouldNotTakeAMarkForForcedBeforeItsEntryIs() {
        launch(log);
        lead(1);
        LogMark mark = log.member.mark();
        assertEquals(1, mark.sequence());

        assertFalse(log.member.isForced(mark));
        turn("journal-syncer");
        assertTrue(log.member.isForced(mark));
    }

    /** The process ended between the two entries of one message. */
    @Test
    void shouldDecideTheBatchWhoseWindowsAreTheLastEntryOfItsJournal() {
        launch(log);
        lead(1);
        credit();
        byte[] batch = disk.frame(2);
        disk.loseAfter(2);
        startAgainAfterACrash();

        assertEquals(3, engine.status().sequence());
        assertArrayEquals(batch, disk.frame(2));
    }

    /** And takes from the log what it took before. */
    private void startAgainAfterACrash() {
        crash();
        launch(log.again());
        log.giveAll();
    }

    private void credit() {
        Request request = offerCredit();
        log.giveAll();
        turn("journal-syncer");
        assertEquals(Outcome.REFERENCE_NOT_FOUND, outcome(request));
    }

    private Request offerCredit() {
        Request request = new Request(published::add);
        TransactionItem.Encoder encoder = new TransactionItem.Encoder();
        encoder.begin(request.frame(), Request.COMMAND_OFFSET, new byte[] {'p'}, new IdHasher(engine.hashKey(), "p"));
        Asked.credit("c" + log.messages.size(), "nobody", "1", null).put(encoder);
        request.commandLength(encoder.end());
        assertTrue(engine.submit(request));
        turn("log-ingress");
        return request;
    }

    @Test
    void shouldStopWhenTheJournalHoldsWhatTheLogDoesNot() {
        launch(log);
        lead(1);
        crash();
        launch(null);
        engine.close();

        launch(log.again());
        log.giveAll();
        log.term = 2;
        turn("log-ingress");

        ConditionException apart = assertThrows(ConditionException.class, log::give);
        assertTrue(apart.getMessage().contains("entries from 2 up to 2 did not come from the log"), apart::getMessage);
        assertTrue(
                apart.getMessage().contains("where no node starts, begin a new log on all of them"), apart::getMessage);
        crash();
    }

    /** A follower never offers anything, and would pass over everything for ever. */
    @Test
    void shouldStopAtAnEntryThatNoMessageLedToEvenIfItNeverLeads() {
        launch(log);
        lead(1);
        open("ann");
        turn("log-ingress");
        log.giveAll();
        byte[] first = log.messages.get(0);
        byte[] second = log.messages.get(1);
        crash();

        log = new HeldLog();
        launch(log);
        CommandLog.Member member = log.member;
        assertTrue(member.take(new UnsafeBuffer(first), 0, first.length, 1_000));
        ConditionException apart = assertThrows(
                ConditionException.class, () -> member.take(new UnsafeBuffer(second), 0, second.length, 2_000));
        assertTrue(apart.getMessage().contains("entry 2 did not come from the log"), apart::getMessage);
        assertTrue(
                apart.getMessage().contains("keep this data directory, since it may hold acknowledged bookings"),
                apart::getMessage);
        crash();
    }

    @Test
    void shouldNotGoOnFromAMarkOfAnotherJournal() {
        launch(log);
        lead(1);
        CommandLog.Member member = log.member;
        LogMark mark = member.mark();
        crash();
        launch(log.again());

        LogMark other = new LogMark(mark.sequence(), mark.crc() + 1, mark.timeMs());
        assertThrows(ConditionException.class, () -> log.member.begin(other));
        LogMark later = new LogMark(mark.sequence() + 1, mark.crc(), mark.timeMs());
        assertThrows(ConditionException.class, () -> log.member.begin(later));
        log.member.begin(mark);
        log.given = log.messages.size();
    }

    @Test
    void shouldNotPassOverAMessageThatItDoesNotKnow() {
        launch(log);
        lead(1);
        byte[] newer = log.messages.get(0).clone();
        newer[0] = 2;
        byte[] strange = log.messages.get(0).clone();
        strange[2] = 3;
        byte[] cut = Arrays.copyOf(log.messages.get(0), 80);

        for (byte[] message : List.of(newer, strange, cut)) {
            assertThrows(
                    IllegalArgumentException.class,
                    () -> log.member.take(new UnsafeBuffer(message), 0, message.length, 1_000));
        }
        assertEquals(1, engine.status().sequence());
    }

    @Test
    void shouldNotDecideByRulesThatItDoesNotKnow() {
        launch(log);
        lead(1);
        byte[] newer = log.messages.get(0).clone();
        newer[12] = (byte) (CommandLog.Rules.OF_RELEASE.known() + 1);

        String message = assertThrows(
                        ConditionException.class,
                        () -> log.member.take(new UnsafeBuffer(newer), 0, newer.length, 1_000))
                .getMessage();

        assertTrue(message.contains("rules " + (CommandLog.Rules.OF_RELEASE.known() + 1)), message);
        assertEquals(1, engine.status().sequence());
    }

    /** The others must not write theirs behind the same entry. */
    @Test
    void shouldTakeItsFirstSnapshotInItsTurnAmongTheNodes() {
        log.phase = 0.75;
        everyTransactions = 8;
        launch(log);
        lead(1);
        open("ann");
        deposit("d1");
        assertEquals(0, engine.status().snapshots().sequence());

        deposit("d2");

        assertEquals(4, engine.status().snapshots().sequence());
        assertEquals(4, engine.status().sequence());
    }

    private void deposit(String id) {
        Request request = new Request(published::add);
        int item = CommandHeader.put(
                request.frame(), Request.COMMAND_OFFSET, CommandType.TRANSFERS, 1, Origin.operator("test"));
        var transfer = new TransferItem.Transfer(id, "ann", TransferType.DEPOSIT, 5, false, "EUR", null);
        submit(request, TransferItem.put(request.frame(), item, hasher(), transfer));
        turn("log-ingress");
        log.giveAll();
        log.member.turn();
        turn("snapshot");
        turn("journal-syncer");
        turn("snapshot");
    }

    private void launch(CommandLog at) {
        agents.clear();
        log = at == null ? log : (HeldLog) at;
        EngineContext context = new EngineContext()
                .dataDirectory(data)
                .snapshotEveryTransactions(everyTransactions)
                .clock(() -> wallMs)
                .nanoClock(() -> passedNs)
                .log(at)
                .failStop(cause -> stoppedBy = cause)
                .journalOpener(journal -> new MemoryJournalStore(disk))
                .agentHost((agent, idle, failed) -> {
                    agents.add(agent);
                    return () -> {};
                });
        context.journal().syncPolicy(SyncPolicy.NONE);
        engine = Engine.launch(context);
    }

    /** This process is no more, and what it appended is there. */
    private void crash() {
        disk.kill();
        engine = null;
    }

    private void lead(long term) {
        log.term = term;
        turn("log-ingress");
        log.giveAll();
    }

    /** It has lost the lead before, and the log gives nothing yet. */
    private void electAgain(long term) {
        log.term = CommandLog.NO_TERM;
        turn("log-ingress");
        log.term = term;
        turn("log-ingress");
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

    private Request open(String player) {
        Request request = new Request(published::add);
        int item = CommandHeader.put(
                request.frame(), Request.COMMAND_OFFSET, CommandType.PLAYERS, 1, Origin.operator("test"));
        Profile profile = new Profile(player, null, null, null, null);
        return submit(request, PlayerItem.put(request.frame(), item, hasher(), "EUR", profile));
    }

    private Request balance(String player) {
        Request request = new Request(published::add);
        int item = CommandHeader.put(
                request.frame(), Request.COMMAND_OFFSET, CommandType.BALANCE, 1, Origin.operator("test"));
        return submit(
                request,
                PlayerCommand.put(request.frame(), item, hasher(), player).position());
    }

    private Request submit(Request request, int end) {
        request.commandLength(end - Request.COMMAND_OFFSET);
        assertTrue(engine.submit(request));
        return request;
    }

    private Request request(CommandType type, byte[] rest) {
        Request request = new Request(published::add);
        int item = CommandHeader.put(request.frame(), Request.COMMAND_OFFSET, type, 1, Origin.operator("test"));
        request.frame().putBytes(item, rest);
        request.commandLength(item + rest.length - Request.COMMAND_OFFSET);
        return request;
    }

    private IdHasher hasher() {
        return new IdHasher(engine.hashKey(), "");
    }

    private static Outcome outcome(Request request) {
        return OutcomeRecord.outcome(request.frame(), request.outcomeOffset(0));
    }
}
