package bankroll.bench.writer;

import bankroll.bench.play.Ids;
import bankroll.bench.play.Workload;
import bankroll.engine.Request;
import bankroll.protocol.AuthenticateCommand;
import bankroll.protocol.AuthenticateCommand.Exchange;
import bankroll.protocol.CommandHeader;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.CommandHeader.Origin;
import bankroll.protocol.HashKey;
import bankroll.protocol.IdHasher;
import bankroll.protocol.LaunchCodeItem;
import bankroll.protocol.LaunchCodeItem.LaunchCode;
import bankroll.protocol.LedgerSettings;
import bankroll.protocol.Outcome;
import bankroll.protocol.Outcome.OutcomeRecord;
import bankroll.protocol.PlayerItem;
import bankroll.protocol.Profile;
import bankroll.protocol.SettingsCommand;
import bankroll.protocol.TransferItem;
import bankroll.protocol.TransferItem.Transfer;
import bankroll.protocol.TransferType;
import java.util.function.Consumer;
import java.util.function.IntBinaryOperator;
import java.util.function.LongConsumer;

/** Opens the workload's players in a ledger by commands, funds them and gives each a session. Use once; one thread. */
public final class LedgerPopulation {
    /** Sessions outlive every benchmark, however long it takes to fill the tables. */
    public static final LedgerSettings SETTINGS =
            LedgerSettings.DEFAULT.sessionIdleMs(30 * 86_400_000L).sessionMaxAgeMs(30 * 86_400_000L);

    private static final int BULK = 500;
    private static final Origin OPERATOR = Origin.operator("bench");

    private final Workload workload;
    private final HashKey key;
    private final IdHasher hasher;
    private final Consumer<Request> writer;
    private final Request request;

    /**
     * @param key the journal's secret
     * @param writer takes each request and leaves its outcomes in it
     */
    public LedgerPopulation(Workload workload, HashKey key, Consumer<Request> writer) {
        this(workload, key, new Request(published -> {}), writer);
    }

    /** The same; every command is written into this request. */
    LedgerPopulation(Workload workload, HashKey key, Request request, Consumer<Request> writer) {
        this.workload = workload;
        this.key = key;
        this.request = request;
        this.writer = writer;
        hasher = new IdHasher(key, PlayCommands.PLATFORM);
    }

    /** Writes the first entry of a journal. */
    public void begin() {
        int item = start(CommandType.SETTINGS, 1, Origin.SYSTEM);
        end(SettingsCommand.put(request.frame(), item, key, "bench", SETTINGS), Outcome.OK);
    }

    /** Opens all players; {@code progress} is told how many are open. */
    public void open(LongConsumer progress) {
        open(0, workload.players(), progress);
    }

    /** Opens the players from the first up to the end. */
    void open(int first, int end, LongConsumer progress) {
        for (int from = first; from < end; from += BULK) {
            int to = Math.min(end, from + BULK);
            bulk(CommandType.PLAYERS, from, to, this::player, Outcome.CREATED);
            bulk(CommandType.TRANSFERS, from, to, this::funds, Outcome.OK);
            bulk(CommandType.LAUNCH_CODES, from, to, this::launchCode, Outcome.OK);
            for (int player = from; player < to; player++) {
                authenticate(player);
            }
            progress.accept(to);
        }
    }

    /** One command with an item for each of these players; {@code item} writes it at a place and tells where it ends. */
    private void bulk(CommandType type, int from, int to, IntBinaryOperator item, Outcome expected) {
        int at = start(type, to - from, OPERATOR);
        for (int player = from; player < to; player++) {
            at = item.applyAsInt(at, player);
        }
        end(at, expected);
    }

    private int player(int at, int player) {
        Profile profile = new Profile(id(player), null, null, null, null);
        return PlayerItem.put(request.frame(), at, hasher, Workload.CURRENCY, profile);
    }

    private int funds(int at, int player) {
        String id = id(player);
        Transfer transfer =
                new Transfer("funds-" + id, id, TransferType.DEPOSIT, Workload.FUNDS, false, Workload.CURRENCY, null);
        return TransferItem.put(request.frame(), at, hasher, transfer);
    }

    private int launchCode(int at, int player) {
        LaunchCode code = new LaunchCode("code-" + id(player), id(player), null, null, 300_000, false);
        return LaunchCodeItem.put(request.frame(), at, hasher, code);
    }

    private void authenticate(int player) {
        int item = start(CommandType.AUTHENTICATE, 1, Origin.platform(PlayCommands.PLATFORM));
        Exchange exchange = new Exchange(
                "code-" + id(player),
                null,
                "game00",
                null,
                PlayCommands.sessionHigh(player),
                PlayCommands.sessionLow(player));
        end(AuthenticateCommand.put(request.frame(), item, hasher, exchange), Outcome.OK);
    }

    private String id(int player) {
        return Ids.player(workload.run(), player);
    }

    private int start(CommandType type, int items, Origin origin) {
        return CommandHeader.put(request.frame(), Request.COMMAND_OFFSET, type, items, origin);
    }

    private void end(int at, Outcome expected) {
        request.commandLength(at - Request.COMMAND_OFFSET);
        writer.accept(request);
        for (int i = 0; i < request.items(); i++) {
            Outcome outcome = OutcomeRecord.outcome(request.frame(), request.outcomeOffset(i));
            if (outcome != expected) {
                throw new IllegalStateException(request.type() + " was answered " + outcome);
            }
        }
    }
}
