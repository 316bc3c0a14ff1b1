package bankroll.gateway.platform;

import bankroll.gateway.http.Routes;
import java.util.concurrent.Executor;

/** The table of contract §4: method, path, operation. */
public final class PlatformApi {
    private PlatformApi() {}

    /** Adds every operation to the routes of one event loop. */
    public static void addTo(Routes routes, PlatformContext context, Executor eventLoop) {
        PlatformLoop loop = new PlatformLoop(context, eventLoop);
        String base = context.basePath();
        add(routes, "POST", base + "/players/authenticate", loop, new AuthenticateOperation(loop));
        add(routes, "POST", base + "/transactions", loop, new TransactionsOperation(loop));
        add(routes, "POST", base + "/players/balance", loop, new BalanceOperation(loop));
        add(routes, "GET", base + "/transactions/{transaction_id}", loop, new LookupOperation(loop));
    }

    private static void add(Routes routes, String method, String path, PlatformLoop loop, Operation operation) {
        routes.add(method, path, new PlatformEndpoint(loop, operation, method.equals("POST")));
    }
}
