package bankroll.gateway.api.operator;

import bankroll.gateway.api.Call.Loop;
import bankroll.gateway.api.Endpoint;
import bankroll.gateway.http.Routes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

/** The calls of operator-api.md. */
public final class OperatorApi {
    private static final String ROOT = "/operator/v1";

    /** Answers that wait for one wake-up of the event loop; more still come through, one wake-up each. */
    private static final int QUEUED_ANSWERS = 1024;

    private OperatorApi() {}

    /** Adds every call to the routes of one event loop. */
    public static void addTo(Routes routes, OperatorContext context, Executor eventLoop) {
        Loop loop = new Loop(eventLoop, QUEUED_ANSWERS, context.submit, context.hashKey);
        List<OperatorOperation> operations = operations(context);
        List<OperatorOperation> beside = operations(context);
        for (int i = 0; i < operations.size(); i++) {
            TokenAdmission admission = context.admission(operations.get(i).needed());
            Endpoint.add(routes, ROOT, loop, admission, operations.get(i), beside.get(i));
        }
    }

    static List<OperatorOperation> operations(OperatorContext context) {
        List<OperatorOperation> operations = new ArrayList<>(ClusterCalls.operations(context));
        operations.addAll(List.of(
                new OpenPlayers(),
                PlayerOperation.show(),
                new ChangeProfile(),
                new BlockPlayer(),
                PlayerOperation.unblock(),
                new SetLimits(),
                new BookTransfers(),
                new FindTransaction(() -> context.platforms),
                new TrialBalance(),
                new MintLaunchCodes(context.launchCodeTtlMs),
                PlayerOperation.listSessions(),
                PlayerOperation.closeSessions(),
                new CloseSession(),
                new ServiceStatus(context),
                new ConfirmClock(),
                new SlowCall("POST", "/reload", (query, by) -> Reloaded.answer(context.reload, by)),
                new SlowCall("POST", "/diagnostics", (query, by) -> Diagnostics.answer(query))));
        return operations;
    }
}
