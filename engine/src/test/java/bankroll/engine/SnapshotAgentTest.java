package bankroll.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.agent.AgentHost;
import bankroll.condition.Degradation;
import bankroll.journal.memory.MemoryDisk;
import bankroll.journal.memory.MemoryJournalStore;
import bankroll.ledger.Ledger;
import bankroll.protocol.CommandHeader;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.CommandHeader.Origin;
import bankroll.protocol.IdHasher;
import bankroll.protocol.PlayerCommand;
import bankroll.protocol.PlayerItem;
import bankroll.protocol.Profile;
import bankroll.protocol.TransferItem;
import bankroll.protocol.TransferType;
import bankroll.snapshot.SnapshotDirectory;
import bankroll.snapshot.SnapshotStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.agrona.concurrent.Agent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When a snapshot is taken, what becomes of one that can't be, and of one that a stop meets. */
class SnapshotAgentTest {
    private static final long EVERY_MS = 10_000;
    /** Where a frame carries the chain's value. */
    private static final int CARRIED_CHAIN = 48;

    @TempDir
    private Path data;

    private final List<Agent> agents = new ArrayList<>();
    private final MemoryDisk disk = new MemoryDisk();
    private long timeMs = 1_000_000;
    private long clockIsBehindMs;
    private volatile long usableBytes = Long.MAX_VALUE;
    private volatile boolean isDiskFull;

    @Test
    void shouldTakeOneAfterSoManyTransactionsAndNotBefore() {
        Engine engine = launch();
        open(engine);
        deposit(engine, "d1");
        assertEquals(List.of(), files());

        deposit(engine, "d2");

        assertEquals(List.of(name(4)), files());
        assertEquals(4, engine.status().snapshots().sequence());
        engine.close();
    }

    @Test
    void shouldTakeOneAfterSoLongAndNotBefore() {
        Engine engine = launch();
        timeMs += EVERY_MS - 1;
        open(engine);
        assertEquals(List.of(), files());

        timeMs++;
        turnAll();

        assertEquals(List.of(name(2)), files());
        engine.close();
    }

    /** The ledger's time stands still meanwhile. */
    @Test
    void shouldTakeOneAfterSoLongWhileTheMachinesClockIsBehind() {
        Engine engine = launch();
        open(engine);
        clockIsBehindMs = 2 * EVERY_MS;
        timeMs += EVERY_MS;

        deposit(engine, "d1");

        assertEquals(List.of(name(3)), files());
        engine.close();
    }

    /** A large one takes as long as it takes to book what the next one is due for. */
    @Test
    void shouldRestThreeTimesAsLongAsTheLastOneTook() {
        assertNextIsTaken(100, 300);
    }

    @Test
    void shouldTakeOneAfterSoLongHoweverLongTheLastOneTook() {
        assertNextIsTaken(EVERY_MS / 2, EVERY_MS / 2);
    }

    /** So long after one that took so long, and not before. */
    private void assertNextIsTaken(long tookMs, long afterMs) {
        Engine engine = launch();
        takeOneFor(tookMs, engine);

        timeMs += afterMs - 1;
        deposit(engine, "d3");
        deposit(engine, "d4");
        assertEquals(List.of(name(4)), files());

        timeMs++;
        ask(engine);
        turnAll();
        assertEquals(List.of(name(4), name(6)), files());
        engine.close();
    }

    private void takeOneFor(long ms, Engine engine) {
        open(engine);
        deposit(engine, "d1");
        submitDeposit(engine, "d2");
        turn("ledger");
        turn("ledger");
        turn("journal-syncer");
        timeMs += ms;
        ask(engine);
        turnAll();
        assertEquals(List.of(name(4)), files());
    }

    /** Memory may hold the only good copy of what a damaged file held. */
    @Test
    void shouldTakeOneAtOnceWhenWhatWasAcknowledgedCantBeReadBack() {
        Engine engine = launch(context(new Directory()).snapshotEveryTransactions(0));
        turn("chain-sealer");
        open(engine);
        assertEquals(List.of(), files());
        disk.frame(1)[CARRIED_CHAIN] ^= 1;

        turn("chain-sealer");
        turnAll();

        assertEquals(List.of(name(2)), files());
        assertEquals(Degradation.Part.CHAIN, engine.status().degraded().get(0).part());
        turnAll();
        assertEquals(List.of(name(2)), files(), "one is enough");
        engine.close();
    }

    @Test
    void shouldTryAgainUntilWhatCantBeReadBackIsInASnapshot() {
        Engine engine = launch(context(new Directory()).snapshotEveryTransactions(0));
        breakTheChain(engine);
        assertEquals(1, status(engine).failures());

        timeMs += 9_999;
        ask(engine);
        turnAll();
        assertEquals(1, status(engine).failures(), "ten seconds are not over");

        timeMs++;
        ask(engine);
        turnAll();
        assertEquals(2, status(engine).failures());

        isDiskFull = false;
        timeMs += 10_000;
        ask(engine);
        turnAll();
        assertEquals(List.of(name(2)), files());

        timeMs += 10_000;
        deposit(engine, "d1");
        assertEquals(List.of(name(2)), files(), "one is enough");
        engine.close();
    }

    @Test
    void shouldTakeOneAtAStopWhateverItTakesWhenThereIsNoneOfWhatCantBeReadBack() {
        Engine engine =
                launch(context(new Directory()).snapshotEveryTransactions(0).snapshotAtStopMs(0));
        breakTheChain(engine);
        isDiskFull = false;

        engine.close();

        assertEquals(List.of(name(2)), files());
    }

    /** On a full disk: the snapshot that is taken at once fails. */
    private void breakTheChain(Engine engine) {
        turn("chain-sealer");
        open(engine);
        disk.frame(1)[CARRIED_CHAIN] ^= 1;
        isDiskFull = true;
        turn("chain-sealer");
        turnAll();
    }

    @Test
    void shouldTakeNoneWhenNothingWasBooked() {
        Engine engine = launch();
        timeMs += 2 * EVERY_MS;
        open(engine);
        assertEquals(List.of(name(2)), files());
        try (Logged logged = new Logged(SnapshotAgent.class)) {
            timeMs += 2 * EVERY_MS;
            ask(engine);
            turnAll();

            assertEquals(List.of(), logged.lines());
        }
        engine.close();
    }

    @Test
    void shouldWriteNoneThatIsAheadOfTheDisk() {
        Engine engine = launch();
        timeMs += EVERY_MS;
        submitPlayer(engine);
        turn("ledger");
        turn("ledger");
        turn("snapshot");
        turn("snapshot");
        assertEquals(List.of(), files());

        turn("journal-syncer");
        turn("snapshot");

        assertEquals(List.of(name(2)), files());
        engine.close();
    }

    @Test
    void shouldLeaveNothingAndTellWhenTheDiskIsFull() {
        Engine engine = launch();
        isDiskFull = true;
        timeMs += EVERY_MS;
        open(engine);
        assertEquals(List.of(), files());
        assertEquals(
                new EngineStatus.Snapshots(0, 0, 0, 1, "java.io.IOException: No space left on device"), status(engine));
        assertEquals(
                List.of(
                        "no snapshot since entry 0, that of entry 2 failed: java.io.IOException: No space left on device. The"
                                + " journal is unharmed"),
                engine.status().degraded().stream().map(Degradation.Entry::what).toList());

        isDiskFull = false;
        timeMs += EVERY_MS;
        deposit(engine, "d1");
        assertEquals(3, status(engine).sequence());
        assertEquals(1, status(engine).failures());
        assertEquals("", status(engine).failure());
        assertEquals(timeMs, status(engine).writtenMs());
        assertEquals(List.of(), engine.status().degraded());
        engine.close();
    }

    /** The journal of this disk wants one byte. */
    @Test
    void shouldBeginNoneThatTakesTheRoomOfTheJournal() {
        Engine engine = launch();
        open(engine);
        usableBytes = 0;
        long second = bytesWanted(engine, "d1");
        long perDeposit = bytesWanted(engine, "d2") - second;

        usableBytes = second + 2 * perDeposit;
        bytesWanted(engine, "d3");
        assertEquals(List.of(), files());

        usableBytes = second + 3 * perDeposit + 1;
        depositLater(engine, "d4");
        assertEquals(List.of(), engine.status().degraded());
        assertEquals(List.of(name(6)), files());
        engine.close();
    }

    /** Others filled the disk since it was begun. */
    @Test
    void shouldNotGoOnWithOneThatTakesTheRoomOfTheJournal() {
        Engine engine = launch(context(new Directory() {
            @Override
            protected FileChannel create(Path file) throws IOException {
                usableBytes = 1;
                return super.create(file);
            }
        }));
        open(engine);
        depositLater(engine, "d1");

        assertEquals(List.of(), files());
        String told = engine.status().degraded().get(0).what();
        assertTrue(told.contains("of 1 that are free the journal keeps"), told);
        engine.close();
    }

    /** The journal is the truth, and all of it is there. */
    @Test
    void shouldStartWithoutSnapshotsThatCantBeListed() {
        Engine engine = launch();
        open(engine);
        depositLater(engine, "d1");
        assertEquals(List.of(name(3)), files());
        engine.close();
        agents.clear();

        try (Logged logged = new Logged(SnapshotStore.class)) {
            Engine again = launch(context(new Directory() {
                @Override
                protected List<Path> list() {
                    throw new UncheckedIOException("can't list the snapshots", new IOException("Permission denied"));
                }
            }));
            assertEquals(4, again.status().sequence(), "its own first entry is behind them");
            assertEquals(List.of("WARN can't list the snapshots: Permission denied; none is used."), logged.lines());
            again.close();
        }
    }

    private long bytesWanted(Engine engine, String deposit) {
        depositLater(engine, deposit);
        String told = engine.status().degraded().get(0).what();
        String failure = told.substring(told.indexOf("it takes "));
        assertTrue(told.contains("; make room"), told);
        return Long.parseLong(failure.split(" ")[2]);
    }

    private void depositLater(Engine engine, String id) {
        timeMs += EVERY_MS;
        deposit(engine, id);
    }

    @Test
    void shouldDeleteAtTheStartWhatAKilledProcessHadBegun() throws IOException {
        Files.createDirectories(snapshots());
        Files.createFile(snapshots().resolve(name(9) + ".part"));

        Engine engine = launch();

        assertEquals(List.of(), files());
        engine.close();
    }

    /** It is in the middle of it when the stop comes, and no newer one follows. */
    @Test
    void shouldGiveUpASnapshotThatWouldHoldAStopUp() throws InterruptedException {
        AtomicReference<Engine> engine = new AtomicReference<>();
        Thread stop = new Thread(() -> engine.get().close());
        CountDownLatch begun = new CountDownLatch(1);
        engine.set(Engine.launch(context(new Directory() {
                    @Override
                    protected FileChannel create(Path file) throws IOException {
                        stop.start();
                        begun.countDown();
                        awaitInside(stop);
                        return super.create(file);
                    }
                })
                .agentHost(AgentHost.THREADS)
                .snapshotAtStopMs(0)
                .snapshotEveryTransactions(1)));
        try (Logged logged = new Logged(SnapshotAgent.class)) {
            submitPlayer(engine.get());
            submitDeposit(engine.get(), "d1");
            begun.await();
            stop.join();

            assertEquals(2, logged.lines().size(), logged.lines()::toString);
            assertTrue(logged.lines().get(0).contains("was given up"), logged.lines()::toString);
            assertTrue(logged.lines().get(1).contains("No snapshot at this stop"), logged.lines()::toString);
        }
        assertEquals(List.of(), files());
        assertEquals(0, status(engine.get()).failures());
    }

    private static void awaitInside(Thread stopping) {
        long deadlineNs = System.nanoTime() + TimeUnit.MINUTES.toNanos(3);
        while (Arrays.stream(stopping.getStackTrace())
                .noneMatch(frame -> frame.getMethodName().equals("awaitEnd"))) {
            if (System.nanoTime() > deadlineNs) {
                throw new AssertionError("the stop doesn't wait for the snapshot");
            }
            Thread.onSpinWait();
        }
    }

    private static EngineStatus.Snapshots status(Engine engine) {
        return engine.status().snapshots();
    }

    private static String name(long sequence) {
        return "snapshot-000000000000000000" + sequence + ".bks";
    }

    private Path snapshots() {
        return data.resolve(SnapshotStore.DIRECTORY);
    }

    private List<String> files() {
        if (!Files.exists(snapshots())) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(snapshots())) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private Engine launch() {
        return launch(context(new Directory()));
    }

    private Engine launch(EngineContext context) {
        return Engine.launch(context.agentHost((agent, idle, failed) -> {
            agents.add(agent);
            return () -> {};
        }));
    }

    private EngineContext context(SnapshotDirectory directory) {
        return new EngineContext()
                .dataDirectory(data)
                .clock(() -> timeMs - clockIsBehindMs)
                .nanoClock(() -> TimeUnit.MILLISECONDS.toNanos(timeMs))
                .newLedger(() -> new Ledger(5))
                .journalOpener(journal -> new MemoryJournalStore(disk))
                .snapshotOpener(opened -> new SnapshotStore(directory))
                .snapshotEveryTransactions(2)
                .snapshotEveryMs(EVERY_MS);
    }

    private void open(Engine engine) {
        submitPlayer(engine);
        turnAll();
    }

    private void deposit(Engine engine, String id) {
        submitDeposit(engine, id);
        turnAll();
    }

    private static void submitPlayer(Engine engine) {
        Request request = new Request(published -> {});
        int item = begin(request, CommandType.PLAYERS);
        Profile profile = new Profile("ann", null, null, null, null);
        submit(engine, request, PlayerItem.put(request.frame(), item, hasher(engine), "EUR", profile));
    }

    /** A question moves the ledger's time and leaves no entry. */
    private static void ask(Engine engine) {
        Request request = new Request(published -> {});
        int item = begin(request, CommandType.BALANCE);
        submit(
                engine,
                request,
                PlayerCommand.put(request.frame(), item, hasher(engine), "ann").position());
    }

    private static void submitDeposit(Engine engine, String id) {
        Request request = new Request(published -> {});
        int item = begin(request, CommandType.TRANSFERS);
        var transfer = new TransferItem.Transfer(id, "ann", TransferType.DEPOSIT, 5, false, "EUR", null);
        submit(engine, request, TransferItem.put(request.frame(), item, hasher(engine), transfer));
    }

    private static int begin(Request request, CommandType type) {
        return CommandHeader.put(request.frame(), Request.COMMAND_OFFSET, type, 1, Origin.operator("test"));
    }

    private static void submit(Engine engine, Request request, int end) {
        request.commandLength(end - Request.COMMAND_OFFSET);
        assertTrue(engine.submit(request));
    }

    private static IdHasher hasher(Engine engine) {
        return new IdHasher(engine.hashKey(), "");
    }

    private void turnAll() {
        for (int i = 0; i < 3; i++) {
            turn("ledger");
            turn("journal-syncer");
            turn("snapshot");
        }
        turn("ledger");
    }

    private void turn(String role) {
        for (Agent agent : agents) {
            if (agent.roleName().equals(role)) {
                try {
                    agent.doWork();
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            }
        }
    }

    /** A disk that may be full. */
    private class Directory extends SnapshotDirectory {
        Directory() {
            super(snapshots());
        }

        @Override
        protected long usableBytes() {
            return usableBytes;
        }

        @Override
        protected void write(FileChannel file, ByteBuffer bytes) throws IOException {
            if (isDiskFull) {
                bytes.limit(bytes.position() + 1);
                super.write(file, bytes);
                throw new IOException("No space left on device");
            }
            super.write(file, bytes);
        }
    }
}
