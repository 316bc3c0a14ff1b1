package bankroll.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.agent.AgentHost;
import bankroll.agent.TaskBeside;
import bankroll.condition.ConditionException;
import bankroll.condition.Degradation;
import bankroll.condition.Degradation.Part;
import bankroll.condition.ExitCode;
import bankroll.journal.Chain;
import bankroll.journal.Chain.ChainHead;
import bankroll.journal.CorruptJournalException;
import bankroll.journal.Frame;
import bankroll.journal.JournalReader;
import bankroll.journal.JournalStore;
import bankroll.journal.chronicle.ChronicleJournalStore;
import bankroll.journal.reading.JournalDirectory;
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
import bankroll.protocol.TransferItem;
import bankroll.protocol.TransferType;
import bankroll.snapshot.SnapshotStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.agrona.concurrent.Agent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EngineTest {
    private static final Set<String> OF_THE_JOURNAL = Set.of("journal-room", "journal-keeper");

    @TempDir
    private Path data;

    private final List<Agent> sealers = new ArrayList<>();
    private final BlockingQueue<Request> published = new ArrayBlockingQueue<>(64);

    @Test
    void shouldKeepKeyAndBalancesOverARestart() throws InterruptedException {
        HashKey key;
        try (Engine engine = Engine.launch(context())) {
            key = engine.hashKey();
            assertEquals(Outcome.CREATED, open(engine, "ann"));
            assertEquals(Outcome.OK, deposit(engine, "d1", "ann", 500));
        }
        try (Engine engine = Engine.launch(context())) {
            assertEquals(key, engine.hashKey());
            assertEquals(engine.status().sequence(), engine.status().syncedSequence(), "all of it is on disk");
            assertEquals(new Answer.Balance(500, "EUR"), balance(engine, "ann"));
            assertEquals(Outcome.OK, deposit(engine, "d1", "ann", 500));
            assertEquals(new Answer.Balance(500, "EUR"), balance(engine, "ann"));
        }
    }

    @Test
    void shouldTakeNothingAfterItWasClosed() throws InterruptedException {
        Engine engine = Engine.launch(context());
        open(engine, "ann");
        engine.close();
        Request request = question(engine, "ann");
        assertFalse(engine.submit(request));
        engine.close();
    }

    @Test
    void shouldReplyOnlyToWhatIsOnDisk() throws InterruptedException {
        try (Engine engine = Engine.launch(context())) {
            open(engine, "ann");
            EngineStatus status = engine.status();
            assertEquals(2, status.sequence());
            assertEquals(2, status.syncedSequence());
            assertTrue(status.isAccepting());
        }
    }

    @Test
    void shouldSealWhatItAcknowledgesAndGoOnAfterARestart() throws InterruptedException {
        String first;
        try (Engine engine = Engine.launch(context().agentHost(sealingByHand()))) {
            open(engine, "ann");
            first = headOf(engine, 2);
            deposit(engine, "d1", "ann", 500);
        }
        try (Engine engine = Engine.launch(context().agentHost(sealingByHand()))) {
            assertTrue(engine.status().chainHead().sequence() >= 3, "the start seals what it replays");
            deposit(engine, "d2", "ann", 500);
            String second = headOf(engine, 5);
            assertEquals(List.of(first, second), List.of(chain(2).toString(), chain(5).toString()));
        }
    }

    /** A head that was told to somebody must not be that of an entry which a power cut can take back. */
    @Test
    void shouldNotSealWhatIsNotOnDisk() {
        List<Agent> agents = new ArrayList<>();
        Engine engine = Engine.launch(context().agentHost((agent, idle, failed) -> {
            agents.add(agent);
            return () -> {};
        }));
        Request request = new Request(published::add);
        int item = begin(request, CommandType.PLAYERS);
        Profile profile = new Profile("ann", null, null, null, null);
        int end = PlayerItem.put(request.frame(), item, hasher(engine), "EUR", profile);
        request.commandLength(end - Request.COMMAND_OFFSET);
        assertTrue(engine.submit(request));
        turn(agents, "ledger", "chain-sealer");
        assertEquals(2, engine.status().sequence());
        assertEquals(1, engine.status().chainHead().sequence());

        turn(agents, "journal-syncer", "chain-sealer");

        assertEquals(2, engine.status().chainHead().sequence());
        engine.close();
    }

    /** Somebody who changes an entry can make its checksums good again, and those behind it, but not the chain. */
    @Test
    void shouldRefuseAStartOnAJournalWhoseChainWasBroken() throws InterruptedException {
        EngineContext context = context().agentHost(sealingByHand());
        context.snapshotEveryTransactions(0);
        try (Engine engine = Engine.launch(context)) {
            open(engine, "ann");
            headOf(engine, 2);
            deposit(engine, "d1", "ann", 500);
        }

        assertEquals(3, refusal(context, store -> ForgedJournal.chain(store, 3)).sequence());
        Engine.launch(context()).close();
    }

    /** What was told to the platform and what the ledger would say now are two things: neither is served. */
    @Test
    void shouldRefuseAStartOnARecordedBalanceThatTheEntriesDoNotLeadTo() throws InterruptedException {
        EngineContext context = context();
        context.snapshotEveryTransactions(0);
        try (Engine engine = Engine.launch(context)) {
            open(engine, "ann");
            deposit(engine, "d1", "ann", 500);
        }

        CorruptJournalException refused = refusal(context, store -> ForgedJournal.balance(store, 3));

        assertEquals(3, refused.sequence());
        assertTrue(refused.getMessage().contains("what is recorded in this entry"), refused::toString);
    }

    private static CorruptJournalException refusal(EngineContext context, UnaryOperator<JournalStore> forgery) {
        context.journalOpener(journal -> forgery.apply(ChronicleJournalStore.open(journal)));
        return assertThrows(
                CorruptJournalException.class, () -> Engine.launch(context).close());
    }

    /** A stop has ten seconds; the snapshot of a large ledger takes longer, and the journal has all that is in it. */
    @Test
    void shouldTakeNoSnapshotThatWouldHoldAStopUp() {
        SnapshotStore snapshots = new SnapshotStore(data.resolve(SnapshotStore.DIRECTORY));
        try (Logged logged = new Logged(SnapshotAgent.class)) {
            Engine.launch(context().snapshotAtStopMs(0)).close();

            assertEquals(1, logged.lines().size(), logged.lines()::toString);
        }
        assertEquals(List.of(), snapshots.list());

        Engine.launch(context()).close();

        assertEquals(1, snapshots.list().size());
    }

    @Test
    void shouldNotStartOnAJournalThatDoesNotKeepItsFirstEntry() {
        EngineContext context = context();
        context.journalOpener(journal -> new ForgetfulJournal(ChronicleJournalStore.open(journal)));

        ConditionException refused = assertThrows(
                ConditionException.class, () -> Engine.launch(context).close());

        assertTrue(
                refused.getMessage()
                        .startsWith("the journal does not keep what is appended: entry 1 was not forced; look"),
                refused::getMessage);
        assertEquals(ExitCode.IO, refused.exitCode());
        Engine.launch(context()).close();
    }

    /** What was copied so far is a whole journal to look at, without the bookings behind it. */
    @Test
    void shouldNotBookAloneWhereASeedWasBrokenOff() throws IOException {
        Engine.launch(context()).close();
        Files.createFile(data.resolve(DataDirectory.SEED_UNDER_WAY));

        ConditionException refused = assertThrows(
                ConditionException.class, () -> Engine.launch(context()).close());

        assertEquals(ExitCode.CONFIGURATION, refused.exitCode());
        assertTrue(refused.getMessage().contains("a seed of this node was not finished"), refused::getMessage);
        assertTrue(refused.getMessage().contains("\"./bankroll init NEW\""), refused::getMessage);
    }

    /** A supervisor may come again later, and nobody be told to run a second one. */
    @Test
    void shouldTellThatTheDirectoryIsInUseWhileASeedRuns() throws IOException {
        Engine.launch(context()).close();
        try (SeededJournal seeded = new SeededJournal(context(), () -> {})) {
            Files.createFile(data.resolve(DataDirectory.SEED_UNDER_WAY));

            ConditionException refused = assertThrows(
                    ConditionException.class, () -> Engine.launch(context()).close());

            assertEquals(ExitCode.IN_USE, refused.exitCode(), refused::getMessage);
            assertTrue(seeded.last() > 0);
        }
    }

    @Test
    void shouldProveTheJournalWithAnEntryBeforeItTakesRequests() {
        EngineContext context = context();
        List<String> order = new ArrayList<>();
        context.agentHost((agent, idle, failed) -> {
            try (JournalReader reader = new JournalDirectory(data.resolve(EngineContext.JOURNAL)).reader(1)) {
                if (!OF_THE_JOURNAL.contains(agent.roleName())) {
                    order.add(reader.next() ? "entry" : "nothing");
                }
            }
            return () -> {};
        });

        Engine.launch(context).close();

        assertEquals(Set.of("entry"), Set.copyOf(order));
    }

    @Test
    void shouldRefuseMoreRequestsThanTheRingHoldsAndTakeThemLater() throws InterruptedException {
        List<Agent> agents = new ArrayList<>();
        EngineContext context = context().ringCapacity(16).agentHost((agent, idle, failed) -> {
            agents.add(agent);
            return () -> {};
        });
        Engine engine = Engine.launch(context);
        for (int i = 0; i < 16; i++) {
            assertTrue(engine.submit(question(engine, "ann")));
        }
        Request tooMany = question(engine, "ann");
        assertFalse(engine.submit(tooMany));
        assertEquals(1, engine.status().refusedBy().get(Refusal.BUSY));

        turn(agents, "ledger", "journal-syncer");

        assertEquals(16, published.size());
        assertTrue(engine.submit(tooMany));
        turn(agents, "ledger", "journal-syncer");
        engine.close();
    }

    @Test
    void shouldStopOnlyForAgentsBetweenMemoryAndJournal() {
        Set<String> finalAgents = new HashSet<>();
        List<String> others = new ArrayList<>();
        EngineContext context = context().agentHost((agent, idle, failed) -> {
            if (failed.isFinal()) {
                finalAgents.add(agent.roleName());
            } else {
                failed.onError(new IllegalStateException("of " + agent.roleName()));
                others.add(agent.roleName());
            }
            return () -> {};
        });
        context.failStop(cause -> {
            throw new AssertionError("stopped", cause);
        });
        try (Engine engine = Engine.launch(context)) {
            // what the room watch fails at degrades the disk, by itself; its end is waited for as a force's is
            assertEquals(Set.of("ledger", "journal-syncer", "journal-keeper", "journal-room"), finalAgents);
            assertEquals(List.of("journal-lookup", "chain-sealer", "snapshot", "capacity"), others);
            assertEquals(
                    List.of(Part.LOOKUPS, Part.CHAIN, Part.SNAPSHOTS, Part.CAPACITY),
                    engine.status().degraded().stream()
                            .map(Degradation.Entry::part)
                            .toList());
            assertTrue(engine.status().isAccepting());
        }
    }

    @Test
    void shouldOutliveAPublisherThatFails() throws InterruptedException {
        EngineContext context = context().failStop(cause -> {
            throw new AssertionError("stopped", cause);
        });
        try (Engine engine = Engine.launch(context)) {
            Request lost = new Request(request -> {
                throw new IllegalStateException("the gateway's defect");
            });
            int item = begin(lost, CommandType.BALANCE);
            int end =
                    PlayerCommand.put(lost.frame(), item, hasher(engine), "ann").position();
            lost.commandLength(end - Request.COMMAND_OFFSET);
            assertTrue(engine.submit(lost));

            assertEquals(Outcome.CREATED, open(engine, "ann"));
            assertEquals(0, engine.status().inFlight());
        }
    }

    /** Some are answered by the writer's thread and some by those who ask, as it sleeps or not. */
    @Test
    void shouldShowEachOfManyCallersAllOfTheirOwnBookings() throws InterruptedException {
        try (Engine engine = Engine.launch(context())) {
            List<TaskBeside<Void>> callers = new ArrayList<>();
            for (int caller = 0; caller < 4; caller++) {
                String player = "player" + caller;
                callers.add(TaskBeside.begin(player, () -> bookAndLook(engine, player)));
            }
            callers.forEach(TaskBeside::await);
            assertEquals(0, engine.status().inFlight());
        }
    }

    private static void bookAndLook(Engine engine, String player) {
        EngineTest caller = new EngineTest();
        try {
            caller.open(engine, player);
            for (int booked = 1; booked <= 40; booked++) {
                caller.deposit(engine, player + booked, player, 5);
                for (int look = 0; look < 50; look++) {
                    assertEquals(new Answer.Balance(5L * booked, "EUR"), caller.balance(engine, player));
                }
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void shouldFollowASteppedClockOnceAnOperatorConfirmsItAndKnowItAfterARestart() throws InterruptedException {
        long[] nowMs = {1_790_000_000_000L};
        try (Engine engine = Engine.launch(context().clock(() -> nowMs[0]))) {
            open(engine, "ann");
            assertEquals(Outcome.CONFLICT, confirm(engine), "there is nothing to confirm");
            nowMs[0] += TimeUnit.DAYS.toMillis(400);
            deposit(engine, "d1", "ann", 500);
            assertEquals(
                    List.of(Part.CLOCK),
                    engine.status().degraded().stream()
                            .map(Degradation.Entry::part)
                            .toList());

            assertEquals(Outcome.OK, confirm(engine));

            assertEquals(List.of(), engine.status().degraded());
        }
        try (JournalReader reader = new JournalDirectory(data.resolve(EngineContext.JOURNAL)).reader(1)) {
            List<Long> times = new ArrayList<>();
            while (reader.next()) {
                times.add(Frame.timeMs(reader.buffer(), reader.offset()));
            }
            assertEquals(4, times.size());
            assertTrue(times.get(2) < nowMs[0] - TimeUnit.DAYS.toMillis(399), "the deposit has the time that passed");
            assertEquals(nowMs[0], times.get(3), "the confirmation has the clock's");
        }
        try (Engine engine =
                Engine.launch(context().snapshotEveryTransactions(0).clock(() -> nowMs[0]))) {
            assertEquals(new Answer.Balance(500, "EUR"), balance(engine, "ann"));
        }
    }

    @Test
    void shouldNotFollowASteppedClockAfterARestartEither() throws InterruptedException {
        long[] nowMs = {1_790_000_000_000L};
        try (Engine engine = Engine.launch(context().clock(() -> nowMs[0]))) {
            open(engine, "ann");
            nowMs[0] += TimeUnit.DAYS.toMillis(400);
            deposit(engine, "d1", "ann", 500);
        }
        try (Engine engine = Engine.launch(context().clock(() -> nowMs[0]))) {
            deposit(engine, "d2", "ann", 500);
            assertEquals(
                    List.of(Part.CLOCK),
                    engine.status().degraded().stream()
                            .map(Degradation.Entry::part)
                            .toList());
            assertEquals(Outcome.OK, confirm(engine));
        }
        try (Engine engine = Engine.launch(context().clock(() -> nowMs[0]))) {
            deposit(engine, "d3", "ann", 500);
            assertEquals(List.of(), engine.status().degraded());
        }
    }

    private Outcome confirm(Engine engine) throws InterruptedException {
        Request request = new Request(published::add);
        return call(engine, request, begin(request, CommandType.CONFIRM_CLOCK));
    }

    @Test
    void shouldAnswerWhatItAcceptedBeforeItStops() {
        for (int round = 0; round < 3; round++) {
            Engine engine = Engine.launch(context());
            for (int i = 0; i < 20; i++) {
                assertTrue(engine.submit(question(engine, "ann")));
            }

            engine.close();

            assertEquals(20, published.size());
            published.clear();
        }
    }

    /** Gives these agents a turn each, in this order. */
    private static void turn(List<Agent> agents, String... roles) {
        for (String role : roles) {
            for (Agent agent : agents) {
                if (agent.roleName().equals(role)) {
                    work(agent);
                }
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

    /** The head when the sealer has had its turn; this test turns it, its thread would look every 50 ms. */
    private String headOf(Engine engine, long sequence) {
        turn(sealers, "chain-sealer");
        assertEquals(sequence, engine.status().chainHead().sequence());
        return engine.status().chainHead().toString();
    }

    private ChainHead chain(long upTo) {
        Chain chain = new Chain(ChainHead.START);
        try (JournalReader reader = new JournalDirectory(data.resolve(EngineContext.JOURNAL)).reader(1)) {
            while (reader.sequence() < upTo && reader.next()) {
                assertTrue(chain.add(reader.buffer(), reader.offset(), reader.length()));
            }
        }
        return chain.head();
    }

    /** A thread for each agent but the sealer. */
    private AgentHost sealingByHand() {
        sealers.clear();
        return (agent, idle, failed) -> {
            if (!agent.roleName().equals("chain-sealer")) {
                return AgentHost.THREADS.host(agent, idle, failed);
            }
            sealers.add(agent);
            return () -> {};
        };
    }

    private EngineContext context() {
        EngineContext context = new EngineContext().dataDirectory(data);
        context.journal().fileBytes(32 << 20).lowWaterBytes(0);
        return context;
    }

    private Outcome open(Engine engine, String player) throws InterruptedException {
        Request request = new Request(published::add);
        int item = begin(request, CommandType.PLAYERS);
        Profile profile = new Profile(player, null, null, null, null);
        return call(engine, request, PlayerItem.put(request.frame(), item, hasher(engine), "EUR", profile));
    }

    private Outcome deposit(Engine engine, String id, String player, long amount) throws InterruptedException {
        Request request = new Request(published::add);
        int item = begin(request, CommandType.TRANSFERS);
        var transfer = new TransferItem.Transfer(id, player, TransferType.DEPOSIT, amount, false, "EUR", null);
        return call(engine, request, TransferItem.put(request.frame(), item, hasher(engine), transfer));
    }

    private Answer.Balance balance(Engine engine, String player) throws InterruptedException {
        Request request = question(engine, player);
        assertTrue(engine.submit(request));
        return await(request).answer(Answer.Balance.class);
    }

    private Request question(Engine engine, String player) {
        Request request = new Request(published::add);
        int item = begin(request, CommandType.BALANCE);
        int end =
                PlayerCommand.put(request.frame(), item, hasher(engine), player).position();
        request.commandLength(end - Request.COMMAND_OFFSET);
        return request;
    }

    private Outcome call(Engine engine, Request request, int end) throws InterruptedException {
        request.commandLength(end - Request.COMMAND_OFFSET);
        assertTrue(engine.submit(request));
        return OutcomeRecord.outcome(await(request).frame(), request.outcomeOffset(0));
    }

    private Request await(Request request) throws InterruptedException {
        assertEquals(request, published.poll(60, TimeUnit.SECONDS));
        return request;
    }

    private static int begin(Request request, CommandType type) {
        return CommandHeader.put(request.frame(), Request.COMMAND_OFFSET, type, 1, Origin.operator("test"));
    }

    private static IdHasher hasher(Engine engine) {
        return new IdHasher(engine.hashKey(), "");
    }
}
