package bankroll.gateway.api;

import bankroll.gateway.api.Endpoint.Operation;
import bankroll.gateway.auth.Caller;
import bankroll.gateway.config.OperatorRole;
import bankroll.gateway.config.OperatorToken;
import bankroll.gateway.config.Platform;
import bankroll.gateway.config.Secret;
import bankroll.gateway.config.SignatureScheme;
import bankroll.gateway.http.Exchanges;
import bankroll.protocol.HashKey;
import bankroll.protocol.IdHasher;
import bankroll.protocol.Outcome;
import bankroll.protocol.Outcome.Anomaly;
import bankroll.protocol.Outcome.Effect;
import bankroll.protocol.Outcome.OutcomeRecord;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Calls of an operator or a platform, as the operations get them. */
public final class Calls {
    private static final HashKey KEY = new HashKey(1, 2);
    private static final Caller ADA =
            Caller.operator(new OperatorToken("ada", OperatorRole.ADMIN, new Secret("ada's secret")));

    private static final Caller ALPHA =
            Caller.platform(new Platform("alpha", SignatureScheme.OFF, List.of(), Optional.empty()), false);

    private Calls() {}

    public static IdHasher hasher() {
        return hasher("");
    }

    public static IdHasher hasher(String platform) {
        return new IdHasher(KEY, platform);
    }

    public static Call body(String json) {
        return call(null, json);
    }

    public static Call path(String parameter) {
        return call(parameter, "");
    }

    public static Call call(String parameter, String json) {
        return call(parameter, json.getBytes(StandardCharsets.UTF_8));
    }

    public static Call call(String parameter, byte[] body) {
        return call(ADA, parameter, body);
    }

    public static Call ofPlatform(byte[] body) {
        return call(ALPHA, null, body);
    }

    /** What a bulk operation answers of each element under this name, when each comes to the same outcome. */
    public static List<String> results(Operation operation, Call call, Outcome outcome, String name) {
        for (int item = 0; item < call.request().items(); item++) {
            OutcomeRecord.start(call.frame(), call.request().outcomeOffset(item), outcome, Effect.NONE, Anomaly.NONE);
        }
        operation.answer(call);
        return Pattern.compile('"' + name + "\":\"([^\"]*)\"")
                .matcher(Exchanges.body(call.exchange()))
                .results()
                .map(result -> result.group(1))
                .toList();
    }

    private static Call call(Caller caller, String parameter, byte[] body) {
        return new Call.Loop(Runnable::run, 1, request -> false, KEY)
                .take()
                .begin(Exchanges.whole(parameter, body, body.length), caller, answered -> {});
    }
}
