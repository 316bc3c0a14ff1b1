package bankroll.gateway.api.platform;

import bankroll.gateway.api.Admission;
import bankroll.gateway.api.ApiDocument;
import bankroll.gateway.api.Endpoint;
import bankroll.gateway.api.Loop;
import bankroll.gateway.api.Operation;
import bankroll.gateway.http.Routes;
import java.util.List;
import java.util.concurrent.Executor;

/** The platform's API: the four operations of contract §4, and the document that describes them. */
public final class PlatformApi {
    private PlatformApi() {}

    /** The routes of one event loop. */
    public static Routes routes(PlatformContext context, Executor eventLoop) {
        Routes routes = new Routes();
        Loop loop = new Loop(eventLoop, context.mostInFlight(), context.engine(), context.hashKey());
        Admission admission = new SignatureAdmission(context);
        List<Operation> operations = operations(context);
        List<Operation> beside = operations(context);
        for (int i = 0; i < operations.size(); i++) {
            Endpoint.add(routes, context.basePath(), loop, admission, operations.get(i), beside.get(i));
        }
        ApiDocument.addTo(routes, "platform.yaml", context.basePath().isEmpty() ? "/" : context.basePath());
        return routes;
    }

    private static List<Operation> operations(PlatformContext context) {
        return List.of(new Authenticate(), new BookTransactions(context.decided()), new Balance(), new Lookup());
    }
}
