package bankroll.gateway.operator;

import bankroll.engine.Request;
import bankroll.gateway.config.OperatorRole;
import bankroll.gateway.config.OperatorToken;
import bankroll.gateway.config.Secret;
import bankroll.protocol.HashKey;
import bankroll.protocol.IdHasher;
import java.nio.charset.StandardCharsets;

/** Calls of the operator API as the decoders get them. */
final class Calls {
    static final HashKey KEY = new HashKey(1, 2);
    static final OperatorToken ADA = new OperatorToken("ada", OperatorRole.ADMIN, new Secret("ada's secret"));

    private Calls() {}

    static IdHasher hasher() {
        return new IdHasher(KEY, "");
    }

    static OperatorCall body(String json) {
        return call(null, json.getBytes(StandardCharsets.UTF_8));
    }

    static OperatorCall path(String parameter) {
        return call(parameter, new byte[0]);
    }

    static OperatorCall call(String parameter, String json) {
        return call(parameter, json.getBytes(StandardCharsets.UTF_8));
    }

    static OperatorCall call(String parameter, byte[] body) {
        Request request = new Request(published -> {});
        return new OperatorCall(ADA, request, parameter, body, body.length);
    }
}
