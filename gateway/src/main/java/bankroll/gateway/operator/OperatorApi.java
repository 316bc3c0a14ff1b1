package bankroll.gateway.operator;

import static bankroll.gateway.config.OperatorRole.ADMIN;
import static bankroll.gateway.config.OperatorRole.READ;
import static bankroll.gateway.config.OperatorRole.SUPPORT;

import bankroll.gateway.config.OperatorRole;
import bankroll.gateway.http.Routes;
import bankroll.protocol.CommandType;
import bankroll.protocol.IdHasher;
import java.util.Set;
import java.util.concurrent.Executor;

/** The table of operator-api.md: path, method, least role, what is asked, and how it is answered. */
public final class OperatorApi {
    private static final String ROOT = "/operator/v1";
    private static final String PLAYER = ROOT + "/players/{player_id}";
    private static final Set<String> WITH_BODY = Set.of("POST", "PUT", "PATCH");

    private final OperatorContext context;
    private final OperatorLoop loop;
    private final BodyReader bodies = new BodyReader();
    private final IdHasher hasher;
    private final Routes routes;

    private OperatorApi(OperatorContext context, Executor eventLoop, Routes routes) {
        this.context = context;
        this.loop = new OperatorLoop(eventLoop, context.submit(), context::tokens);
        this.hasher = new IdHasher(context.hashKey(), "");
        this.routes = routes;
    }

    /** Adds every call to the routes of one event loop. */
    public static void addTo(Routes routes, OperatorContext context, Executor eventLoop) {
        OperatorApi api = new OperatorApi(context, eventLoop, routes);
        api.addPlayers();
        api.addMoney();
        api.addPlay();
        api.addService();
    }

    private void addPlayers() {
        CallEncoder player = new PlayerEncoder();
        add("POST", ROOT + "/players", ADMIN, new PlayersDecoder(bodies, hasher), ResultsEncoder.PLAYERS);
        add("GET", PLAYER, READ, aboutPlayer(CommandType.PLAYER), player);
        add("PATCH", PLAYER, ADMIN, new ProfileDecoder(bodies, hasher), player);
        add("PUT", PLAYER + "/block", SUPPORT, new BlockDecoder(bodies, hasher, context.clockMs()), player);
        add("DELETE", PLAYER + "/block", SUPPORT, aboutPlayer(CommandType.UNBLOCK), player);
        add("PUT", PLAYER + "/limits", ADMIN, new LimitsDecoder(bodies, hasher), player);
    }

    private void addMoney() {
        CallDecoder lookup = new LookupDecoder(context.hashKey(), context::platforms);
        add("POST", ROOT + "/transfers", ADMIN, new TransfersDecoder(bodies, hasher), ResultsEncoder.TRANSFERS);
        add("GET", ROOT + "/transactions/{transaction_id}", READ, lookup, new TransactionEncoder());
        add("GET", ROOT + "/trial-balance", READ, about(CommandType.TRIAL_BALANCE), new TrialBalanceEncoder());
    }

    private void addPlay() {
        CallDecoder launchCodes = new LaunchCodesDecoder(bodies, hasher, context.launchCodeTtlMs());
        add("POST", ROOT + "/launch-codes", ADMIN, launchCodes, ResultsEncoder.LAUNCH_CODES);
        add("GET", PLAYER + "/sessions", READ, aboutPlayer(CommandType.SESSIONS), new SessionsEncoder());
        CallDecoder closeAll = aboutPlayer(CommandType.CLOSE_SESSIONS);
        add("DELETE", PLAYER + "/sessions", SUPPORT, closeAll, CallEncoder.NO_CONTENT);
        add("DELETE", ROOT + "/sessions/{session_id}", SUPPORT, new SessionDecoder(), CallEncoder.NO_CONTENT);
    }

    private void addService() {
        CallEncoder status = new StatusEncoder(context.version(), context.clockMs(), context.engineStatus());
        add("GET", ROOT + "/status", READ, about(CommandType.COUNTS), status);
    }

    private void add(String method, String path, OperatorRole needed, CallDecoder decoder, CallEncoder encoder) {
        routes.add(method, path, new OperatorEndpoint(loop, needed, WITH_BODY.contains(method), decoder, encoder));
    }

    private CallDecoder aboutPlayer(CommandType type) {
        return new PlayerDecoder(type, hasher);
    }

    private static CallDecoder about(CommandType type) {
        return new QuestionDecoder(type);
    }
}
