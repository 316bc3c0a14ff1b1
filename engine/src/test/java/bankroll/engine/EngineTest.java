package bankroll.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.protocol.BalanceAnswer;
import bankroll.protocol.CommandHeader;
import bankroll.protocol.CommandType;
import bankroll.protocol.HashKey;
import bankroll.protocol.IdHasher;
import bankroll.protocol.Origin;
import bankroll.protocol.Outcome;
import bankroll.protocol.OutcomeRecord;
import bankroll.protocol.PlayerCommand;
import bankroll.protocol.PlayerItem;
import bankroll.protocol.Profile;
import bankroll.protocol.TransferItem;
import bankroll.protocol.TransferType;
import java.nio.file.Path;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EngineTest {
    @TempDir
    private Path data;

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
            assertEquals(new BalanceAnswer(500, "EUR"), balance(engine, "ann"));
            assertEquals(Outcome.OK, deposit(engine, "d1", "ann", 500));
            assertEquals(new BalanceAnswer(500, "EUR"), balance(engine, "ann"));
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

    private BalanceAnswer balance(Engine engine, String player) throws InterruptedException {
        Request request = question(engine, player);
        assertTrue(engine.submit(request));
        return (BalanceAnswer) await(request).answer();
    }

    private Request question(Engine engine, String player) {
        Request request = new Request(published::add);
        int item = begin(request, CommandType.BALANCE);
        int end = PlayerCommand.put(request.frame(), item, hasher(engine), player).position();
        request.commandLength(end - Request.COMMAND_OFFSET);
        return request;
    }

    private Outcome call(Engine engine, Request request, int end) throws InterruptedException {
        request.commandLength(end - Request.COMMAND_OFFSET);
        assertTrue(engine.submit(request));
        return OutcomeRecord.outcome(await(request).frame(), request.outcomeOffset(0));
    }

    private Request await(Request request) throws InterruptedException {
        assertEquals(request, published.poll(10, TimeUnit.SECONDS));
        return request;
    }

    private static int begin(Request request, CommandType type) {
        return CommandHeader.put(request.frame(), Request.COMMAND_OFFSET, type, 1, Origin.operator("test"));
    }

    private static IdHasher hasher(Engine engine) {
        return new IdHasher(engine.hashKey(), "");
    }
}
