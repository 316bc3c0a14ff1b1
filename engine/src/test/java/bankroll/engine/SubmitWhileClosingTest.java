package bankroll.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import bankroll.journal.JournalStore;
import bankroll.journal.JournalStore.DiskWatch;
import bankroll.journal.chronicle.ChronicleJournalStore;
import bankroll.protocol.CommandHeader;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.CommandHeader.Origin;
import bankroll.protocol.IdHasher;
import bankroll.protocol.PlayerItem;
import bankroll.protocol.Profile;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A caller that is held up between the gate and the ring while the engine closes. */
class SubmitWhileClosingTest {
    private static final Runnable NOTHING = () -> {};

    @TempDir
    private Path data;

    private final Thread caller = Thread.currentThread();
    private final AtomicReference<Runnable> atTheGate = new AtomicReference<>(NOTHING);

    /** Nobody would answer it. */
    @Test
    void shouldNotAcceptARequestOnceItHasClosed() {
        EngineContext context = new EngineContext().dataDirectory(data);
        context.journal().fileBytes(32 << 20).lowWaterBytes(0);
        context.journalOpener(journal -> new Hindering(ChronicleJournalStore.open(journal)));
        Engine engine = Engine.launch(context);
        Request request = request(engine);
        atTheGate.set(engine::close);

        assertFalse(engine.submit(request));

        assertEquals(Refusal.STOPPING.words(), request.refusal());
        assertEquals(0, engine.status().inFlight());
        assertEquals(1, engine.status().refusedBy().get(Refusal.STOPPING));
    }

    private static Request request(Engine engine) {
        Request request = new Request(published -> {});
        int item = CommandHeader.put(
                request.frame(), Request.COMMAND_OFFSET, CommandType.PLAYERS, 1, Origin.operator("test"));
        Profile profile = new Profile("ann", null, null, null, null);
        int end = PlayerItem.put(request.frame(), item, new IdHasher(engine.hashKey(), ""), "EUR", profile);
        request.commandLength(end - Request.COMMAND_OFFSET);
        return request;
    }

    /** The gate asks for the disk's room after it has asked whether the engine stops. */
    private final class Hindering extends HarmedJournal {
        Hindering(JournalStore store) {
            super(store);
        }

        @Override
        public DiskWatch disk() {
            return new Watch(super.disk());
        }
    }

    private final class Watch implements DiskWatch {
        private final DiskWatch disk;

        Watch(DiskWatch disk) {
            this.disk = disk;
        }

        @Override
        public long usableBytes() {
            return disk.usableBytes();
        }

        @Override
        public long lowWaterBytes() {
            return disk.lowWaterBytes();
        }

        @Override
        public boolean acceptsBookings() {
            boolean accepts = disk.acceptsBookings();
            if (Thread.currentThread() == caller) { // the engine's own agents ask, too
                atTheGate.getAndSet(NOTHING).run();
            }
            return accepts;
        }
    }
}
