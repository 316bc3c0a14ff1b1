package bankroll.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.engine.EngineStatus.Capacity;
import bankroll.engine.EngineStatus.Obstacle;
import bankroll.ledger.Ledger;
import bankroll.ledger.table.Tables.Table;
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
import bankroll.protocol.TransferItem;
import bankroll.protocol.TransferType;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.ToIntFunction;
import org.agrona.concurrent.Agent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is refused when memory or records run out, what goes on, and how it is told. The agents get their turns by hand. */
class BookingGateTest {
    @TempDir
    private Path data;

    private final List<Agent> agents = new ArrayList<>();
    private final Deque<Request> published = new ArrayDeque<>();
    private long nowNs = TimeUnit.DAYS.toNanos(100);

    @Test
    void shouldRefuseBookingsBeforeTheTransactionsEndWhileReadsGoOn() {
        try (Engine engine = launch(limits(Table.TRANSACTIONS, 1_002), Long.MAX_VALUE)) {
            assertEquals(Outcome.CREATED, open(engine, "ann"));
            assertEquals(List.of(), engine.status().obstacles());
            int booked = 0;
            while (deposit(engine, "d" + booked) == Outcome.OK) {
                booked++;
            }
            assertTrue(booked > 0 && booked <= 3, () -> "the largest batch would not have fitted any more");
            assertFalse(engine.status().isAccepting());
            assertEquals(Outcome.UNAVAILABLE, deposit(engine, "d0"));
            assertEquals(new Answer.Balance(booked, "EUR"), balance(engine));
            assertEquals(Outcome.CREATED, open(engine, "bob"));
            Obstacle obstacle = engine.status().obstacles().get(0);
            assertEquals(Obstacle.Kind.RECORDS, obstacle.kind());
            assertTrue(obstacle.refusesBookings());
            assertTrue(obstacle.words().contains("a table holds at most 1002"), obstacle::words);
        }
    }

    /** Requests that were let in before the table was nearly full meet the same answer at the writer. */
    @Test
    void shouldRefuseWhatWasLetInBeforeTheTableWasFull() {
        try (Engine engine = launch(limits(Table.PLAYERS, 500), Long.MAX_VALUE)) {
            Request first = player(engine, "ann");
            Request second = player(engine, "bob");
            assertTrue(engine.submit(first));
            assertTrue(engine.submit(second));
            turn();
            assertEquals(Outcome.CREATED, OutcomeRecord.outcome(first.frame(), first.outcomeOffset(0)));
            assertTrue(second.isRefused());
            assertFalse(engine.submit(player(engine, "cyd")));
        }
    }

    @Test
    void shouldRefuseNoBookingsForATableThatTheyDoNotNeed() {
        try (Engine engine = launch(limits(Table.PLAYERS, 500), Long.MAX_VALUE)) {
            assertEquals(Outcome.CREATED, open(engine, "ann"));
            assertEquals(Outcome.UNAVAILABLE, open(engine, "bob"));
            assertEquals(Outcome.OK, deposit(engine, "d1"));
            assertTrue(engine.status().isAccepting());
            assertFalse(engine.status().obstacles().get(0).refusesBookings());
        }
    }

    @Test
    void shouldStartAndReadOnMoreMemoryThanAllowedAndTakeBookingsOnceMoreIs() {
        try (Engine engine = launch(Table::mostRecords, Long.MAX_VALUE)) {
            open(engine, "ann");
            deposit(engine, "d1");
        }
        agents.clear();
        try (Logged log = new Logged(CapacityAgent.class);
                Engine engine = launch(Table::mostRecords, 1_000)) {
            turn();
            assertEquals(new Answer.Balance(1, "EUR"), balance(engine));
            assertEquals(Outcome.UNAVAILABLE, deposit(engine, "d2"));
            assertEquals(Outcome.UNAVAILABLE, open(engine, "bob"));
            assertEquals(Outcome.OK, block(engine));
            assertFalse(engine.status().isAccepting());
            Obstacle obstacle = engine.status().obstacles().get(0);
            assertEquals(Obstacle.Kind.MEMORY, obstacle.kind());
            assertTrue(obstacle.words().contains("engine.table-memory-bytes allows 1000; start with"), obstacle::words);
            assertTrue(log.lines().get(0).startsWith("ERROR bookings, players, sessions and launch codes are refused"));
        }
        agents.clear();
        try (Engine engine = launch(Table::mostRecords, Long.MAX_VALUE)) {
            assertEquals(Outcome.OK, deposit(engine, "d2"));
        }
    }

    /** Sent again it would be refused again: an answer that asks for that would be wrong. */
    @Test
    void shouldAnswerConflictToOneCurrencyTooMany() {
        try (Engine engine = launch(limits(Table.CURRENCIES, 1), Long.MAX_VALUE)) {
            assertEquals(Outcome.CREATED, open(engine, "ann"));
            Request another = player(engine, "bob", "USD");
            assertEquals(Outcome.CONFLICT, call(engine, another));
            assertFalse(another.isRefused());
            assertEquals(1, engine.status().refusedBy().get(Refusal.CURRENCIES));
            assertEquals(Outcome.CREATED, open(engine, "cyd"));
        }
    }

    @Test
    void shouldNameEachReasonThatStandsInTheWay() {
        try (Engine engine = launch(limits(Table.PLAYERS, 500), Long.MAX_VALUE)) {
            open(engine, "ann");
            engine.stopAccepting();
            assertEquals(
                    List.of(Obstacle.Kind.STOPPING, Obstacle.Kind.RECORDS),
                    engine.status().obstacles().stream().map(Obstacle::kind).toList());
        }
    }

    @Test
    void shouldTellHowManyDaysAreLeftAtTheRateOfTheLastDay() {
        try (Engine engine = launch(limits(Table.PLAYERS, 1_000), Long.MAX_VALUE)) {
            turn();
            assertEquals(Capacity.UNKNOWN, players(engine).daysLeft());
            for (int i = 0; i < 50; i++) {
                open(engine, "early-" + i);
            }
            passHours(48);
            assertEquals(Capacity.UNKNOWN, players(engine).daysLeft(), "nothing came in the last day");
            for (int i = 0; i < 50; i++) {
                open(engine, "late-" + i);
            }
            passHours(12);
            Capacity.Use players = players(engine);
            assertEquals(100, players.used());
            assertEquals(1_000, players.allowed());
            assertEquals(10, players.percent());
            assertEquals((1_000 - 100) / 50.0, players.daysLeft(), 0.5);
        }
    }

    @Test
    void shouldWarnOnceAtEachStepBeforeARecordBoundIsReached() {
        try (Logged log = new Logged(CapacityAgent.class);
                Engine engine = launch(limits(Table.PLAYERS, 600), Long.MAX_VALUE)) {
            for (int i = 0; i < 50; i++) {
                open(engine, "p" + i);
            }
            passHours(1);
            assertEquals(1, log.lines().size(), log.lines()::toString);
            assertEquals(
                    "WARN 50 of 600 players are used (8 %), 0.5 days are left at the rate of the last day. Then commands"
                            + " that need more are refused, and reads go on.",
                    log.lines().get(0));
            passHours(1);
            assertEquals(1, log.lines().size(), log.lines()::toString);
        }
    }

    private Engine launch(ToIntFunction<Table> mostRecords, long tableMemoryBytes) {
        EngineContext context = new EngineContext()
                .dataDirectory(data)
                .newLedger(() -> new Ledger(6, mostRecords))
                .tableMemoryBytes(tableMemoryBytes)
                .nanoClock(() -> nowNs)
                .agentHost((agent, idle, failed) -> {
                    agents.add(agent);
                    return () -> {};
                });
        context.journal().fileBytes(32 << 20).lowWaterBytes(0);
        return Engine.launch(context);
    }

    private static ToIntFunction<Table> limits(Table table, int records) {
        return each -> each == table ? records : each.mostRecords();
    }

    private void passHours(int hours) {
        for (int i = 0; i < hours * 6; i++) {
            nowNs += TimeUnit.MINUTES.toNanos(10);
            turn();
        }
    }

    /** A turn of the writer with what was submitted, one without, and then one of each other agent. */
    private void turn() {
        for (int i = 0; i < 2; i++) {
            for (String role : List.of("ledger", "ledger", "journal-syncer", "capacity")) {
                agents.stream().filter(it -> it.roleName().equals(role)).forEach(BookingGateTest::work);
            }
        }
    }

    private static void work(Agent agent) {
        try {
            agent.doWork();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static Capacity.Use players(Engine engine) {
        return engine.status().capacity().tables().get(Table.PLAYERS.ordinal());
    }

    private Outcome open(Engine engine, String id) {
        return call(engine, player(engine, id));
    }

    private Request player(Engine engine, String id) {
        return player(engine, id, "EUR");
    }

    private Request player(Engine engine, String id, String currency) {
        Request request = new Request(published::add);
        Profile profile = new Profile(id, null, null, null, null);
        int item = begin(request, CommandType.PLAYERS);
        return end(request, PlayerItem.put(request.frame(), item, hasher(engine), currency, profile));
    }

    private Outcome deposit(Engine engine, String id) {
        Request request = new Request(published::add);
        int item = begin(request, CommandType.TRANSFERS);
        var transfer = new TransferItem.Transfer(id, "ann", TransferType.DEPOSIT, 1, false, "EUR", null);
        return call(engine, end(request, TransferItem.put(request.frame(), item, hasher(engine), transfer)));
    }

    private Outcome block(Engine engine) {
        Request request = new Request(published::add);
        int item = begin(request, CommandType.BLOCK);
        var block = new PlayerCommand.Block("because", PlayerCommand.FOR_EVER, false);
        return call(engine, end(request, PlayerCommand.putBlock(request.frame(), item, hasher(engine), "ann", block)));
    }

    private Answer.Balance balance(Engine engine) {
        Request request = new Request(published::add);
        int item = begin(request, CommandType.BALANCE);
        end(
                request,
                PlayerCommand.put(request.frame(), item, hasher(engine), "ann").position());
        assertEquals(Outcome.OK, call(engine, request));
        return request.answer(Answer.Balance.class);
    }

    /** The outcome, unavailable too when the request wasn't even taken. */
    private Outcome call(Engine engine, Request request) {
        if (!engine.submit(request)) {
            return Outcome.UNAVAILABLE;
        }
        turn();
        assertEquals(request, published.poll());
        return OutcomeRecord.outcome(request.frame(), request.outcomeOffset(0));
    }

    private static Request end(Request request, int end) {
        request.commandLength(end - Request.COMMAND_OFFSET);
        return request;
    }

    private static int begin(Request request, CommandType type) {
        return CommandHeader.put(request.frame(), Request.COMMAND_OFFSET, type, 1, Origin.operator("test"));
    }

    private static IdHasher hasher(Engine engine) {
        return new IdHasher(engine.hashKey(), "");
    }
}
