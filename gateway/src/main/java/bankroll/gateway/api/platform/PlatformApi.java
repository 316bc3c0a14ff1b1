package bankroll.gateway.api.platform;

import bankroll.engine.Request;
import bankroll.gateway.api.Admission;
import bankroll.gateway.api.ApiDocument;
import bankroll.gateway.api.Call.Loop;
import bankroll.gateway.api.Endpoint;
import bankroll.gateway.api.Endpoint.Operation;
import bankroll.gateway.auth.SigningKeys;
import bankroll.gateway.http.Routes;
import bankroll.gateway.trace.Refusals;
import bankroll.protocol.HashKey;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * The platform's API: the four operations of contract §4, and the document that describes them.
 *
 * @param basePath before every path, without a slash at its end; may be empty
 * @param keys who may call
 * @param limits how often
 * @param engine takes a request, or says no: {@code unavailable}
 * @param mostInFlight requests the engine can have under way
 * @param hashKey the journal's secret for ids
 * @param refusals counts who is turned away
 * @param clockMs wall clock in milliseconds, for signatures
 * @param decided counts what was decided
 */
public record PlatformApi(
        String basePath,
        SigningKeys keys,
        SignatureAdmission.RateLimits limits,
        Predicate<Request> engine,
        int mostInFlight,
        HashKey hashKey,
        Refusals refusals,
        LongSupplier clockMs,
        BookTransactions.DecidedCounts decided) {
    /** The routes of one event loop. */
    public Routes routes(Executor eventLoop) {
        Routes routes = new Routes();
        Loop loop = new Loop(eventLoop, mostInFlight, engine, hashKey);
        Admission admission = new SignatureAdmission(keys, limits, refusals, clockMs);
        List<Operation> operations = operations();
        List<Operation> beside = operations();
        for (int i = 0; i < operations.size(); i++) {
            Endpoint.add(routes, basePath, loop, admission, operations.get(i), beside.get(i));
        }
        ApiDocument.addTo(routes, "platform.yaml", basePath.isEmpty() ? "/" : basePath);
        return routes;
    }

    private List<Operation> operations() {
        return List.of(new Authenticate(), new BookTransactions(decided), new Balance(), new Lookup());
    }
}
