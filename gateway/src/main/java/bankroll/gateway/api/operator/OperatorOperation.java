package bankroll.gateway.api.operator;

import bankroll.gateway.api.Endpoint.Operation;
import bankroll.gateway.config.OperatorRole;

/** A call of the operator API: an operation that needs a role. */
abstract class OperatorOperation extends Operation {
    static final String PLAYER = "/players/{player_id}";

    private final OperatorRole needed;

    OperatorOperation(String method, String path, OperatorRole needed) {
        super(method, path);
        this.needed = needed;
    }

    OperatorOperation(String method, String path, OperatorRole needed, boolean hasBody) {
        super(method, path, hasBody);
        this.needed = needed;
    }

    /** The least role that may call. */
    final OperatorRole needed() {
        return needed;
    }
}
