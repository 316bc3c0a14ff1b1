package bankroll.tools;

import bankroll.engine.Engine;
import bankroll.engine.EngineContext;
import bankroll.engine.Request;
import bankroll.protocol.AuthenticateCommand;
import bankroll.protocol.BalanceAnswer;
import bankroll.protocol.CommandHeader;
import bankroll.protocol.CommandType;
import bankroll.protocol.IdHasher;
import bankroll.protocol.LaunchCodeItem;
import bankroll.protocol.LookupAnswer;
import bankroll.protocol.LookupCommand;
import bankroll.protocol.Origin;
import bankroll.protocol.Outcome;
import bankroll.protocol.OutcomeRecord;
import bankroll.protocol.PlayerCommand;
import bankroll.protocol.PlayerItem;
import bankroll.protocol.Profile;
import bankroll.protocol.SessionId;
import bankroll.protocol.TransferItem;
import bankroll.protocol.TransferType;
import java.nio.file.Path;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/** The real engine on a data directory, called one request after the other: replies wait for the disk. */
final class DrillEngine implements AutoCloseable {
    static final String PLATFORM = "alpha";
    private static final long SESSION_HIGH = 0x9E3779B97F4A7C15L;
    private static final long SESSION_LOW = 0xC2B2AE3D27D4EB4FL;

    private final BlockingQueue<Request> published = new ArrayBlockingQueue<>(4);
    private final BetEncoder encoder = new BetEncoder();
    private final Engine engine;

    DrillEngine(final Path data) {
        final EngineContext context = new EngineContext().dataDirectory(data);
        context.journal().fileBytes(4 << 20).maxFrameBytes(1 << 20).lowWaterBytes(0);
        engine = Engine.launch(context);
    }

    /** Opens a player with money and tells the session to play with. */
    String begin(final String player, final long money) {
        Request request = operator(CommandType.PLAYERS);
        final Profile profile = new Profile(player, null, null, null, null);
        call(request, PlayerItem.put(request.frame(), request.itemsOffset(), hasher(""), "EUR", profile));
        request = operator(CommandType.TRANSFERS);
        final TransferItem.Transfer transfer =
                new TransferItem.Transfer("seed", player, TransferType.DEPOSIT, money, false, "EUR", null);
        call(request, TransferItem.put(request.frame(), request.itemsOffset(), hasher(""), transfer));
        request = operator(CommandType.LAUNCH_CODES);
        final LaunchCodeItem.LaunchCode code = new LaunchCodeItem.LaunchCode("code", player, null, null, 300_000, false);
        call(request, LaunchCodeItem.put(request.frame(), request.itemsOffset(), hasher(""), code));
        request = new Request(published::add);
        final int item = CommandHeader.put(
                request.frame(), Request.COMMAND_OFFSET, CommandType.AUTHENTICATE, 1, Origin.platform(PLATFORM));
        final AuthenticateCommand.Exchange exchange =
                new AuthenticateCommand.Exchange("code", null, "slots", null, SESSION_HIGH, SESSION_LOW);
        call(request, AuthenticateCommand.put(request.frame(), item, hasher(PLATFORM), exchange));
        return session();
    }

    /** The one session that {@link #begin} opens. */
    static String session() {
        return SessionId.format(SESSION_HIGH, SESSION_LOW);
    }

    /** Books one bet: its outcome, when it is on disk. */
    Outcome book(final Bet bet) {
        final Request request = new Request(published::add);
        return call(request, encoder.encode(request.frame(), Request.COMMAND_OFFSET, PLATFORM, hasher(PLATFORM), bet));
    }

    /** The balance of a player. */
    long balance(final String player) {
        final Request request = operator(CommandType.BALANCE);
        call(
                request,
                PlayerCommand.put(request.frame(), request.itemsOffset(), hasher(""), player)
                        .position());
        return ((BalanceAnswer) request.answer()).balance();
    }

    /** A transaction as it was booked, or null. */
    LookupAnswer lookup(final String id) {
        final Request request = new Request(published::add);
        final int item = CommandHeader.put(
                request.frame(), Request.COMMAND_OFFSET, CommandType.LOOKUP, 1, Origin.platform(PLATFORM));
        call(request, LookupCommand.put(request.frame(), item, hasher(PLATFORM), id));
        return (LookupAnswer) request.answer();
    }

    @Override
    public void close() {
        engine.close();
    }

    private Request operator(final CommandType type) {
        final Request request = new Request(published::add);
        CommandHeader.put(request.frame(), Request.COMMAND_OFFSET, type, 1, Origin.operator("drill"));
        return request;
    }

    private IdHasher hasher(final String platform) {
        return new IdHasher(engine.hashKey(), platform);
    }

    private Outcome call(final Request request, final int end) {
        request.commandLength(end - Request.COMMAND_OFFSET);
        try {
            if (!engine.submit(request) || published.poll(30, TimeUnit.SECONDS) != request) {
                throw new AssertionError("the engine did not answer");
            }
        } catch (final InterruptedException e) {
            throw new AssertionError(e);
        }
        return OutcomeRecord.outcome(request.frame(), request.outcomeOffset(0));
    }
}
