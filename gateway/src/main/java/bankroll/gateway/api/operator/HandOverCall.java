package bankroll.gateway.api.operator;

import bankroll.cluster.ClusterMember;
import bankroll.gateway.http.Exchange;
import bankroll.gateway.http.Problem;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code POST cluster/hand-over}: another node leads when it answers. An election takes as long as it does. */
final class HandOverCall extends SlowCall {
    static final String PATH = ClusterCall.PATH + "/hand-over";

    private static final Pattern TO = Pattern.compile("to=(\\d)");

    private final OperatorContext context;

    /** The call of one event loop. */
    HandOverCall(OperatorContext context, Executor eventLoop) {
        super("hand-over", context, eventLoop);
        this.context = context;
    }

    @Override
    Consumer<Exchange> work(String query, String by) {
        Matcher to = TO.matcher(query);
        if (!query.isEmpty() && !to.matches()) {
            return exchange -> exchange.problem(Problem.MALFORMED_REQUEST, "\"to\" is one of the members, from 0");
        }
        ClusterMember member = context.cluster();
        if (member == null) {
            return ClusterCall::alone;
        }
        OptionalInt node = query.isEmpty() ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(to.group(1)));
        try {
            Optional<String> refusal = member.handOver(node);
            return exchange -> {
                if (refusal.isPresent()) {
                    exchange.problem(Problem.CONFLICT, refusal.get());
                } else {
                    ClusterCall.tell(member, context.engineStatus().get(), exchange);
                }
            };
        } catch (InterruptedException ends) {
            Thread.currentThread().interrupt();
            return exchange -> exchange.problem(Problem.UNAVAILABLE, "the service ends");
        }
    }
}
